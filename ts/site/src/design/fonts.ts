import textFile from '@fontsource-variable/libre-franklin/files/libre-franklin-latin-wght-normal.woff2?url';
import displayFile from '@fontsource/young-serif/files/young-serif-latin-400-normal.woff2?url';

/** The files that every page needs at once. */
export const fontFiles = [displayFile, textFile];

export const displayFamily = "'Young Serif', 'Young Serif Fallback', Georgia, serif";
export const textFamily = "'Libre Franklin', 'Libre Franklin Fallback', Arial, sans-serif";

/**
 * CSS for an element of its own: when Emotion takes over, it moves its style elements, and the
 * browser would load the fonts of a moved one again. The fallbacks take up as much room as the real
 * faces, so nothing moves when those arrive.
 */
export const fontFaces = `
  @font-face {
    font-family: 'Young Serif';
    font-weight: 400;
    font-display: optional;
    src: url(${displayFile}) format('woff2');
  }
  @font-face {
    font-family: 'Young Serif Fallback';
    src: local('Georgia');
    ascent-override: 91.25%;
    descent-override: 31.93%;
    size-adjust: 114.63%;
  }
  @font-face {
    font-family: 'Libre Franklin';
    font-weight: 100 900;
    font-display: optional;
    src: url(${textFile}) format('woff2');
  }
  @font-face {
    font-family: 'Libre Franklin Fallback';
    src: local('Arial'), local('ArialMT');
    ascent-override: 92.61%;
    descent-override: 23.58%;
    line-gap-override: 0%;
    size-adjust: 104.31%;
  }
`;
