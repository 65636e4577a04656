import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { joined } from './messages.ts';
import { Toast } from './Toast.tsx';

it('can be dismissed', () => {
  const onClose = vi.fn();
  render(<Toast message={joined} onClose={onClose} />);

  screen.getByRole('button', { name: 'Dismiss' }).click();
  expect(onClose).toHaveBeenCalledOnce();
});
