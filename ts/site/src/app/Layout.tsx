import styled from '@emotion/styled';
import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { color, space } from '../design/tokens.ts';
import { JavaScriptNeeded } from '../features/waitlist/JavaScriptNeeded.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { pageAt } from './pages.ts';
import { useHead } from './useHead.ts';

const Frame = styled.div({
  display: 'flex',
  flexDirection: 'column',
  minHeight: '100svh',
});

const Main = styled.main({
  flexGrow: 1,
  // It takes focus only to tell where the next page begins.
  '&:focus': { outline: 'none' },
});

const SkipLink = styled.a({
  position: 'absolute',
  top: space(1),
  left: space(1),
  zIndex: 1,
  padding: space(1, 2),
  color: color.onPrimary,
  backgroundColor: color.primary,
  '&:not(:focus)': { clipPath: 'inset(50%)' },
});

export function Layout() {
  const [path] = useLocation();
  const main = useFocusOnNavigation(path);
  const page = pageAt(path);
  const Content = page.component;
  useHead(page, path);

  return (
    <Frame>
      <SkipLink href="#content">Skip to content</SkipLink>
      <Header />
      <Main id="content" ref={main} tabIndex={-1}>
        <Content />
        <JavaScriptNeeded />
      </Main>
      <Footer />
    </Frame>
  );
}

/** Takes the reader to the top of a page that was opened by a link, as a page load would. */
function useFocusOnNavigation(path: string) {
  const main = useRef<HTMLElement>(null);
  const shownPath = useRef(path);

  useEffect(() => {
    if (shownPath.current === path) return;
    shownPath.current = path;
    main.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [path]);

  return main;
}
