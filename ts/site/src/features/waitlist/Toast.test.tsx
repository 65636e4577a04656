import { act, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { joined } from './messages.ts';
import { Toast } from './Toast.tsx';

it('goes after 5000 ms', () => {
  vi.useFakeTimers();
  const onClose = vi.fn();
  render(<Toast message={joined} onClose={onClose} />);

  advance(4999);
  expect(onClose).not.toHaveBeenCalled();
  advance(1);
  expect(onClose).toHaveBeenCalledOnce();
});

it('can be dismissed', () => {
  const onClose = vi.fn();
  render(<Toast message={joined} onClose={onClose} />);

  screen.getByRole('button', { name: 'Dismiss' }).click();
  expect(onClose).toHaveBeenCalledOnce();
});

function advance(milliseconds: number) {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
}
