import styled from '@emotion/styled';
import { color, media, space, type } from '../../design/tokens.ts';

export const Fields = styled.div({
  display: 'grid',
  gap: space(2.5),
});

/** Two short fields beside each other, where there is room. */
export const Pair = styled.div({
  display: 'grid',
  gap: space(2.5),
  [media.tablet]: { gridTemplateColumns: '3fr 2fr' },
});

export const Note = styled.p({
  ...type.caption,
  marginTop: space(2.5),
  color: color.inkSoft,
});

export const Actions = styled.div({
  display: 'flex',
  justifyContent: 'flex-end',
  gap: space(1.5),
  marginTop: space(3),
  '& > :first-of-type:not(:last-of-type)': { marginRight: 'auto' },
});
