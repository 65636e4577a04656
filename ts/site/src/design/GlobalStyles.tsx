import { Global, type CSSObject } from '@emotion/react';
import { color, dark, light, media, type } from './tokens.ts';

const styles: CSSObject = {
  ':root': {
    colorScheme: 'light dark',
    ...variables(light),
    [media.dark]: variables(dark),
  },
  '*, *::before, *::after': { boxSizing: 'border-box' },
  html: { WebkitTextSizeAdjust: '100%' },
  body: {
    margin: 0,
    ...type.body,
    color: color.ink,
    backgroundColor: color.paper,
    WebkitFontSmoothing: 'antialiased',
    overflowWrap: 'break-word',
  },
  'h1, h2, p, ul': { margin: 0 },
  p: { textWrap: 'pretty' },
  a: { color: 'inherit' },
  '::selection': { color: color.onPrimary, backgroundColor: color.primary },
  ':focus-visible': {
    outline: `3px solid ${color.primary}`,
    outlineOffset: 3,
    borderRadius: 2,
  },
  [media.lessMotion]: {
    '*, *::before, *::after': {
      animation: 'none !important',
      transition: 'none !important',
    },
  },
};

export function GlobalStyles() {
  return <Global styles={styles} />;
}

function variables(palette: Record<string, string>): CSSObject {
  return Object.fromEntries(Object.entries(palette).map(([name, value]) => [`--${name}`, value]));
}
