import styled from '@emotion/styled';
import { Link, useRoute } from 'wouter';
import { Page } from '../design/Page.ts';
import { color, media, space, type } from '../design/tokens.ts';
import { JoinLink } from '../features/waitlist/JoinLink.tsx';
import { product } from '../product.ts';
import { Logo } from './Logo.tsx';

const Bar = styled(Page)({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space(2),
  minHeight: 80,
});

const Home = styled(Link)({
  ...type.logo,
  display: 'inline-flex',
  alignItems: 'center',
  gap: space(1.25),
  textDecoration: 'none',
  // Two lines of like length on a phone.
  '& span': { maxWidth: '6em', [media.tablet]: { maxWidth: 'none' } },
});

const Links = styled.ul({
  display: 'flex',
  alignItems: 'center',
  gap: space(0.5),
  margin: space(0, -1),
  padding: 0,
  listStyle: 'none',
  [media.tablet]: { gap: space(2) },
  '& a': {
    ...type.small,
    display: 'inline-block',
    padding: space(1.25, 1),
    fontWeight: 500,
    textDecorationLine: 'none',
    '&:hover, &[aria-current="page"]': {
      textDecorationLine: 'underline',
      textDecorationThickness: 2,
      textDecorationColor: color.accent,
      textUnderlineOffset: '0.4em',
    },
  },
});

const WideOnly = styled.li({
  display: 'none',
  [media.tablet]: { display: 'block' },
});

export function Header() {
  return (
    <header>
      <Bar>
        <Home href="/" aria-label={product}>
          <Logo />
          <span>{product}</span>
        </Home>
        <nav aria-label="Main">
          <Links>
            <WideOnly>
              <NavLink href="/">Home</NavLink>
            </WideOnly>
            <li>
              <NavLink href="/about">About</NavLink>
            </li>
            <li>
              <JoinLink>Join</JoinLink>
            </li>
          </Links>
        </nav>
      </Bar>
    </header>
  );
}

interface NavLinkProps {
  href: string;
  children: string;
}

function NavLink({ href, children }: NavLinkProps) {
  const [isHere] = useRoute(href);
  return (
    <Link href={href} aria-current={isHere ? 'page' : undefined}>
      {children}
    </Link>
  );
}
