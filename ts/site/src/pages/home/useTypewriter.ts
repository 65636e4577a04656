import { useEffect, useState } from 'react';

const typingDelay = 90;
const deletingDelay = 50;
const pause = 1200;

interface Typewriter {
  wordIndex: number;
  /** How many characters of the word are on the paper. */
  length: number;
  isDeleting: boolean;
}

interface Options {
  isRunning: boolean;
  /** Show each word at once and whole. */
  wholeWords: boolean;
}

/** Types one word after the other, over and over. It begins with the first word complete. */
export function useTypewriter(words: readonly string[], { isRunning, wholeWords }: Options) {
  const [typewriter, setTypewriter] = useState<Typewriter>({
    wordIndex: 0,
    length: lengthOf(words, 0),
    isDeleting: false,
  });

  useEffect(() => {
    if (!isRunning) return;
    const [next, delay] = wholeWords ? nextWord(typewriter, words) : nextKey(typewriter, words);
    const timer = setTimeout(() => setTypewriter(next), delay);
    return () => clearTimeout(timer);
  }, [typewriter, words, isRunning, wholeWords]);

  const word = words[typewriter.wordIndex] ?? '';
  return { word, length: wholeWords ? word.length : typewriter.length };
}

/** What the next stroke makes of it, and after how many milliseconds. */
function nextKey(typewriter: Typewriter, words: readonly string[]): [Typewriter, number] {
  const { wordIndex, length, isDeleting } = typewriter;
  if (isDeleting && length > 1) return [{ ...typewriter, length: length - 1 }, deletingDelay];
  if (isDeleting) {
    return [
      { wordIndex: following(wordIndex, words), length: 0, isDeleting: false },
      deletingDelay,
    ];
  }
  if (length < lengthOf(words, wordIndex)) {
    return [{ ...typewriter, length: length + 1 }, typingDelay];
  }
  return [{ ...typewriter, isDeleting: true }, pause];
}

function nextWord({ wordIndex }: Typewriter, words: readonly string[]): [Typewriter, number] {
  const next = following(wordIndex, words);
  return [{ wordIndex: next, length: lengthOf(words, next), isDeleting: false }, pause];
}

function following(wordIndex: number, words: readonly string[]): number {
  return (wordIndex + 1) % words.length;
}

function lengthOf(words: readonly string[], wordIndex: number): number {
  return words[wordIndex]?.length ?? 0;
}
