import { createTheme, type Shadows } from '@mui/material/styles';
import { displayFamily, textFamily } from './fonts.ts';
import { color, radius } from './tokens.ts';

/** The tokens for MUI's components. They come with the dialog; the pages themselves need none. */
export const theme = createTheme({
  // Takes the colours as they are, CSS variables, where MUI would want to calculate with them.
  cssVariables: { nativeColor: true },
  palette: {
    background: { default: color.paper, paper: color.surface },
    text: { primary: color.ink, secondary: color.inkSoft },
    primary: { main: color.primary, contrastText: color.onPrimary },
    error: { main: color.error },
    divider: color.line,
  },
  shape: { borderRadius: radius },
  // Printed matter throws no shadows.
  shadows: Array(25).fill('none') as Shadows,
  typography: { fontFamily: textFamily, h2: { fontFamily: displayFamily } },
});
