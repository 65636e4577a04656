import type { CSSObject } from '@emotion/react';
import styled from '@emotion/styled';
import { color, media, radius, space } from './tokens.ts';

/** A drawing as large and as tall as a book. Its middle is what a phone shows of it. */
export const Cover = styled.svg({
  display: 'block',
  width: '100%',
  height: 'auto',
  aspectRatio: '1',
  borderRadius: radius,
  [media.desktop]: { aspectRatio: '5 / 6' },
});

/** The opening of a page: its title, and a cover beside or below it. */
export const besideCover: CSSObject = {
  display: 'grid',
  gap: space(5, 4),
  alignItems: 'center',
  paddingBlock: space(4, 8),
  [media.desktop]: {
    gridTemplateColumns: 'minmax(0, 1.6fr) minmax(0, 1fr)',
    paddingBlock: space(3, 9),
  },
};

/** The colours of text and buttons on the ground of a cover. */
export const onCover: CSSObject = {
  '--primary': color.accent,
  '--primaryStrong': color.porcelain,
  '--onPrimary': color.print,
  color: color.porcelain,
  backgroundColor: color.cover,
};
