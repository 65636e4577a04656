import styled from '@emotion/styled';
import { useId } from 'react';
import { Page } from '../../design/Page.ts';
import { color, media, space, type } from '../../design/tokens.ts';
import { JoinButton } from '../../features/waitlist/JoinLink.tsx';
import { product } from '../../product.ts';
import { lead, pilotNote, sections, type Section } from './content.ts';

const Opening = styled.div({
  maxWidth: '46rem',
  paddingBlock: space(5, 7),
  '& h1': type.h1,
  '& p': {
    ...type.lead,
    marginTop: space(3),
    color: color.inkSoft,
  },
});

const Chapter = styled.section({
  display: 'grid',
  gap: space(1.5, 4),
  paddingBlock: space(5),
  borderTop: `1px solid ${color.line}`,
  [media.desktop]: { gridTemplateColumns: '1fr 2fr' },
  '& h2': type.h2,
});

const Prose = styled.div({
  display: 'grid',
  gap: space(2),
  maxWidth: '38rem',
  '& ul': { display: 'grid', gap: space(1), paddingLeft: '1.1em' },
  '& li::marker': { color: color.primary },
});

const Join = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: space(2, 3),
  // Under the text of the last chapter: past its first column and the gap.
  [media.desktop]: { marginLeft: `calc((100% - ${space(4)}) / 3 + ${space(4)})` },
});

export function AboutPage() {
  return (
    <Page>
      <Opening>
        <h1>About {product}</h1>
        <p>{lead}</p>
      </Opening>
      {sections.map((section) => (
        <SectionChapter key={section.title} section={section} />
      ))}
      <Join>
        <JoinButton>Join Waitlist</JoinButton>
        <p>{pilotNote}</p>
      </Join>
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
          <ul>
            {points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        )}
      </Prose>
    </Chapter>
  );
}
