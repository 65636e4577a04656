import styled from '@emotion/styled';
import { Page } from '../design/Page.ts';
import { color, space, type } from '../design/tokens.ts';
import { product } from '../product.ts';

const Bar = styled.footer({
  ...type.caption,
  marginTop: space(10),
  paddingBlock: space(4),
  borderTop: `1px solid ${color.line}`,
  color: color.inkSoft,
});

const Row = styled(Page)({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: space(1, 4),
});

export function Footer() {
  return (
    <Bar>
      <Row>
        <p>{product}</p>
        <p>Your contact information is never sold and is shared only with club members.</p>
      </Row>
    </Bar>
  );
}
