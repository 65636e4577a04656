import styled from '@emotion/styled';
import { useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { primaryButton } from '../../design/Button.ts';
import { Page } from '../../design/Page.ts';
import { color, space, type } from '../../design/tokens.ts';

const Content = styled(Page)({
  paddingBlock: space(12),
  textAlign: 'center',
  '& h1': { ...type.h1, fontSize: 'clamp(6rem, 4rem + 10vw, 11rem)', color: color.primary },
  '& p': {
    ...type.lead,
    margin: space(2, 0, 4),
    color: color.inkSoft,
  },
});

const ReturnHome = styled(Link)(primaryButton);

export function NotFoundPage() {
  const [path] = useLocation();

  useEffect(() => {
    console.error('404: no page at', path);
  }, [path]);

  return (
    <Content>
      <h1>404</h1>
      <p>Oops! Page not found</p>
      <ReturnHome href="/">Return to Home</ReturnHome>
    </Content>
  );
}
