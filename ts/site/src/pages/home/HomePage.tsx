import styled from '@emotion/styled';
import { useState } from 'react';
import { Link } from 'wouter';
import { secondaryButton } from '../../design/Button.ts';
import { besideCover } from '../../design/Cover.ts';
import { Page } from '../../design/Page.ts';
import { VisuallyHidden } from '../../design/VisuallyHidden.ts';
import { color, media, space, type } from '../../design/tokens.ts';
import { JoinButton } from '../../features/waitlist/JoinLink.tsx';
import { PauseButton } from './PauseButton.tsx';
import { RotatingHeadline } from './RotatingHeadline.tsx';
import { TableCover } from './TableCover.tsx';

const Hero = styled(Page)(besideCover);

const Subline = styled.p({
  ...type.lead,
  maxWidth: '12em',
  marginTop: space(3),
  color: color.inkSoft,
});

const Actions = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  gap: space(2),
  marginTop: space(4),
});

const LearnMore = styled(Link)(secondaryButton);

const Facts = styled.ul({
  display: 'grid',
  gap: space(3),
  padding: 0,
  listStyle: 'none',
  [media.tablet]: { gridTemplateColumns: 'repeat(3, 1fr)' },
  '& li': {
    paddingTop: space(2),
    borderTop: `3px solid ${color.accent}`,
    color: color.inkSoft,
  },
  '& strong': {
    display: 'block',
    ...type.h2,
    color: color.ink,
  },
});

export function HomePage() {
  const [isRunning, setIsRunning] = useState(true);

  return (
    <>
      <Hero>
        <div>
          <RotatingHeadline isRunning={isRunning} />
          <Subline>Explore with friends what it means to live a good life</Subline>
          <Actions>
            <JoinButton>Join Waitlist</JoinButton>
            <LearnMore href="/about">
              Learn More<VisuallyHidden> about the clubs</VisuallyHidden>
            </LearnMore>
          </Actions>
          <PauseButton isRunning={isRunning} onToggle={() => setIsRunning(!isRunning)} />
        </div>
        <TableCover />
      </Hero>
      <Page>
        <Facts>
          <li>
            <strong>Six men</strong>
            in your area make a club.
          </li>
          <li>
            <strong>One book</strong>
            every six weeks.
          </li>
          <li>
            <strong>One dinner</strong>
            to talk it over. Hosting goes around.
          </li>
        </Facts>
      </Page>
    </>
  );
}
