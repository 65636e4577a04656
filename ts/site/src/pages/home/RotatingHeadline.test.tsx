import { act, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { RotatingHeadline } from './RotatingHeadline.tsx';

it('stands still while it is paused', () => {
  vi.useFakeTimers();
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

const typed = () => screen.getByTestId('typed').textContent;
const advance = (milliseconds: number) => {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
};
