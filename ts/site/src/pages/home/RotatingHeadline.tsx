import { keyframes } from '@emotion/react';
import styled from '@emotion/styled';
import { color, media, type } from '../../design/tokens.ts';
import { VisuallyHidden } from '../../design/VisuallyHidden.ts';
import { useReducedMotion } from './useReducedMotion.ts';
import { useTypewriter } from './useTypewriter.ts';

const opening = 'Book clubs for men on';

const words = [
  'wisdom',
  'the good life',
  'morality',
  'meaning making',
  'spiritual practice',
  'cognitive science',
  'world religions',
];

const sentence = `${opening} ${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

const Headline = styled.h1(type.h1);

const Visible = styled.span({ display: 'block' });

/** In two lines of like length. Not by `text-wrap: balance`, which makes Chromium 147 crash. */
const Opening = styled.span({ display: 'block', maxWidth: '6.5em' });

/** All words lie on top of each other, so the line always has room for the longest. */
const Stack = styled.span({ display: 'grid', color: color.primary });

const layer = { gridArea: '1 / 1' };

const Room = styled.span({
  ...layer,
  visibility: 'hidden',
  '&::before': { content: 'attr(data-word)' },
});

const Word = styled.span(layer);

/** The rest of the word keeps its place, so nothing jumps to the next line while it is typed. */
const Untyped = styled.span({ visibility: 'hidden' });

const blink = keyframes({ '50%': { backgroundSize: '0 0' } });

/** Draws its caret as a background: an element that moved along would count as a layout shift. */
const Typed = styled.span({
  marginRight: '-0.12em',
  paddingRight: '0.12em',
  backgroundImage: `linear-gradient(${color.accent}, ${color.accent})`,
  backgroundPosition: 'right 55%',
  backgroundRepeat: 'no-repeat',
  backgroundSize: '0.06em 0.8em',
  animation: `${blink} 1s step-end infinite`,
  [media.lessMotion]: { backgroundImage: 'none' },
});

interface RotatingHeadlineProps {
  isRunning: boolean;
}

export function RotatingHeadline({ isRunning }: RotatingHeadlineProps) {
  const wholeWords = useReducedMotion();
  const { word, length } = useTypewriter(words, { isRunning, wholeWords });

  return (
    <Headline>
      <VisuallyHidden>{sentence}</VisuallyHidden>
      <Visible aria-hidden="true">
        <Opening>{opening}</Opening>
        <Stack>
          {words.map((each) => (
            <Room key={each} data-word={each} />
          ))}
          <Word>
            <Typed data-testid="typed">{word.slice(0, length)}</Typed>
            <Untyped>{word.slice(length)}</Untyped>
          </Word>
        </Stack>
      </Visible>
    </Headline>
  );
}
