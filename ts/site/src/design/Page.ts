import styled from '@emotion/styled';
import { media, space } from './tokens.ts';

/** The column that every page is set in. */
export const Page = styled.div({
  width: '100%',
  maxWidth: '80rem',
  marginInline: 'auto',
  paddingInline: space(2.5),
  [media.tablet]: { paddingInline: space(5) },
});
