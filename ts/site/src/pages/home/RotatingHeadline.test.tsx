import { act, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { RotatingHeadline } from './RotatingHeadline.tsx';

const words = [
  'wisdom',
  'the good life',
  'morality',
  'meaning making',
  'spiritual practice',
  'cognitive science',
  'world religions',
];

const typed = () => screen.getByTestId('typed').textContent;
const advance = (milliseconds: number) => {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
};

beforeEach(() => {
  vi.useFakeTimers();
});

describe('typing', () => {
  it('holds a complete word for 1200 ms and deletes a character every 50 ms', () => {
    render(<RotatingHeadline isRunning />);
    expect(typed()).toBe('wisdom');

    advance(1200);
    expect(typed()).toBe('wisdom');
    advance(49);
    expect(typed()).toBe('wisdom');
    advance(1);
    expect(typed()).toBe('wisdo');
    for (const rest of ['wisd', 'wis', 'wi', 'w', '']) {
      advance(50);
      expect(typed()).toBe(rest);
    }
  });

  it('types a character every 90 ms', () => {
    render(<RotatingHeadline isRunning />);
    for (let step = 0; step < 1 + 'wisdom'.length; step++) advance(step === 0 ? 1200 : 50);
    expect(typed()).toBe('');

    for (let length = 1; length <= 'the good life'.length; length++) {
      advance(89);
      expect(typed()).toBe('the good life'.slice(0, length - 1));
      advance(1);
      expect(typed()).toBe('the good life'.slice(0, length));
    }
  });

  it('shows the seven words in order and begins again', () => {
    render(<RotatingHeadline isRunning />);
    const complete = [typed()];
    while (complete.length < 8) {
      const before = typed();
      act(() => {
        vi.advanceTimersToNextTimer();
      });
      const now = typed();
      // What is deleted next has been complete.
      if (now.length < before.length && before !== complete.at(-1) && words.includes(before)) {
        complete.push(before);
      }
    }
    expect(complete).toEqual([...words, 'wisdom']);
  });

  it('stands still while it is paused', () => {
    const { rerender } = render(<RotatingHeadline isRunning />);
    advance(1200);
    advance(50);
    rerender(<RotatingHeadline isRunning={false} />);
    advance(60_000);
    expect(typed()).toBe('wisdo');
    rerender(<RotatingHeadline isRunning />);
    advance(50);
    expect(typed()).toBe('wisd');
  });
});

it('shows whole words to those who asked for less motion', () => {
  window.matchMedia = () =>
    Object.assign(new EventTarget(), { matches: true }) as unknown as MediaQueryList;
  render(<RotatingHeadline isRunning />);

  for (const word of [...words, 'wisdom']) {
    expect(typed()).toBe(word);
    advance(1199);
    expect(typed()).toBe(word);
    advance(1);
  }
});

it('is one whole sentence for screen readers, whatever is typed', () => {
  render(<RotatingHeadline isRunning />);
  const sentence =
    'Book clubs for men on wisdom, the good life, morality, meaning making, spiritual practice, cognitive science and world religions';

  expect(screen.getByRole('heading', { level: 1 })).toHaveAccessibleName(sentence);
  advance(1200);
  advance(50);
  expect(screen.getByRole('heading', { level: 1 })).toHaveAccessibleName(sentence);
});
