import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { JoinButton, JoinLink } from './JoinLink.tsx';
import { WaitlistProvider } from './WaitlistProvider.tsx';

afterEach(() => vi.doUnmock('./WaitlistDialog.tsx'));

it('opens the dialog from the link, the button, and the button by keyboard', async () => {
  const user = userEvent.setup();
  render(
    <WaitlistProvider>
      <JoinLink>Join</JoinLink>
      <JoinButton>Join Waitlist</JoinButton>
    </WaitlistProvider>,
  );
  const link = screen.getByRole('link', { name: 'Join' });
  const button = screen.getByRole('button', { name: 'Join Waitlist' });

  for (const open of [
    () => user.click(link),
    () => user.click(button),
    () => user.keyboard('{Enter}'),
    () => user.keyboard(' '),
  ]) {
    button.focus();
    await open();
    expect(await screen.findByRole('dialog')).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  }
});

it('opens the dialog for a click that came before the script', async () => {
  window.history.replaceState(null, '', '/about#join');
  render(<WaitlistProvider>{null}</WaitlistProvider>);

  expect(await screen.findByRole('dialog')).toBeVisible();
  expect(window.location.hash).toBe('');
  expect(window.location.pathname).toBe('/about');
});

describe('when the code of the dialog does not arrive', () => {
  it('says so, and a second try opens the dialog', async () => {
    vi.resetModules();
    vi.doMock('./WaitlistDialog.tsx', () => {
      throw new TypeError('Failed to fetch dynamically imported module');
    });
    const user = userEvent.setup();
    render(
      <WaitlistProvider>
        <JoinLink>Join</JoinLink>
      </WaitlistProvider>,
    );
    await user.click(screen.getByRole('link', { name: 'Join' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('The form could not be loaded.');

    vi.doUnmock('./WaitlistDialog.tsx');
    vi.resetModules();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('dialog')).toBeVisible();
    expect(screen.queryByText(/could not be loaded/)).not.toBeInTheDocument();
  });
});
