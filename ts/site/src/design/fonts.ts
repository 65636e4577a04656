import textFile from '@fontsource-variable/libre-franklin/files/libre-franklin-latin-wght-normal.woff2?url';
import displayFile from '@fontsource/young-serif/files/young-serif-latin-400-normal.woff2?url';

/** The files that every page needs at once. */
export const fontFiles = [displayFile, textFile];

export const displayFamily = "'Young Serif', 'Young Serif Fallback', Georgia, serif";
export const textFamily = "'Libre Franklin', 'Libre Franklin Fallback', Arial, sans-serif";

/** The fallbacks take up as much room as the real faces, so nothing moves when those arrive. */
export const fontFaces = [
  {
    fontFamily: 'Young Serif',
    fontWeight: 400,
    fontDisplay: 'optional',
    src: `url(${displayFile}) format('woff2')`,
  },
  {
    fontFamily: 'Young Serif Fallback',
    src: "local('Georgia')",
    ascentOverride: '91.25%',
    descentOverride: '31.93%',
    sizeAdjust: '114.63%',
  },
  {
    fontFamily: 'Libre Franklin',
    fontWeight: '100 900',
    fontDisplay: 'optional',
    src: `url(${textFile}) format('woff2')`,
  },
  {
    fontFamily: 'Libre Franklin Fallback',
    src: "local('Arial'), local('ArialMT')",
    ascentOverride: '92.61%',
    descentOverride: '23.58%',
    lineGapOverride: '0%',
    sizeAdjust: '104.31%',
  },
].map((face) => ({ '@font-face': face }));
