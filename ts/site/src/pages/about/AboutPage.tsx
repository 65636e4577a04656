import styled from '@emotion/styled';
import { useId } from 'react';
import { besideCover, onCover } from '../../design/Cover.ts';
import { Page } from '../../design/Page.ts';
import { color, media, radius, space, type } from '../../design/tokens.ts';
import { JoinButton } from '../../features/waitlist/JoinLink.tsx';
import { product } from '../../product.ts';
import { BooksCover } from './BooksCover.tsx';
import { lead, pilotNote, sections, type Section } from './content.ts';

const Opening = styled.div({
  ...besideCover,
  '& h1': type.h1,
  '& h1 span': { display: 'block', maxWidth: '6em' },
  '& p': {
    ...type.lead,
    maxWidth: '30em',
    marginTop: space(3),
    color: color.inkSoft,
  },
});

const Chapter = styled.section({
  display: 'grid',
  gap: space(2, 5),
  paddingBlock: space(5, 7),
  borderTop: `1px solid ${color.line}`,
  [media.desktop]: { gridTemplateColumns: 'minmax(14rem, 1fr) 2fr' },
  '& h2': type.h2,
});

const Prose = styled.div({
  display: 'grid',
  gap: space(2),
  maxWidth: '38rem',
});

const Points = styled.dl({
  margin: space(1, 0, 0),
  '& > div': {
    display: 'grid',
    gap: space(0.5, 3),
    paddingBlock: space(2),
    borderTop: `1px solid ${color.line}`,
    [media.tablet]: { gridTemplateColumns: '9rem 1fr', alignItems: 'baseline' },
  },
  '& dt': type.h3,
  '& dd': { margin: 0, color: color.inkSoft },
});

const BackCover = styled.div({
  ...onCover,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space(3, 5),
  padding: space(5, 3),
  borderRadius: radius,
  [media.tablet]: { padding: space(7, 6) },
  '& p': { ...type.h2, maxWidth: '12em' },
});

export function AboutPage() {
  return (
    <Page>
      <Opening>
        <div>
          <h1>
            About <span>{product}</span>
          </h1>
          <p>{lead}</p>
        </div>
        <BooksCover />
      </Opening>
      {sections.map((section) => (
        <SectionChapter key={section.title} section={section} />
      ))}
      <BackCover>
        <p>{pilotNote}</p>
        <JoinButton>Join Waitlist</JoinButton>
      </BackCover>
    </Page>
  );
}

interface SectionChapterProps {
  section: Section;
}

function SectionChapter({ section: { title, paragraphs, points } }: SectionChapterProps) {
  const titleId = useId();
  return (
    <Chapter aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      <Prose>
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {points && (
          <Points>
            {points.map(({ name, text }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </Points>
        )}
      </Prose>
    </Chapter>
  );
}
