import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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
  const reload = vi.fn();
  const answer = vi.fn<() => Promise<Response>>();

  beforeEach(() => {
    vi.resetModules();
    vi.doMock('./WaitlistDialog.tsx', () => {
      throw new TypeError('Failed to fetch dynamically imported module');
    });
    vi.stubGlobal('fetch', answer);
    vi.stubGlobal('location', { pathname: '/about', search: '', hash: '', reload });
    reload.mockReset();
  });

  async function fail() {
    const user = userEvent.setup();
    render(
      <WaitlistProvider>
        <JoinLink>Join</JoinLink>
      </WaitlistProvider>,
    );
    await user.click(screen.getByRole('link', { name: 'Join' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('The form could not be loaded.');
    return user;
  }

  it('says so, and tries again on a new page that opens the dialog', async () => {
    const moveTo = vi.spyOn(window.history, 'replaceState');
    answer.mockResolvedValue(new Response());
    const user = await fail();
    await user.click(screen.getByRole('button', { name: 'Try again' }));

    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(moveTo).toHaveBeenCalledWith(null, '', '#join');
  });

  it('keeps the page while the site cannot be reached', async () => {
    answer.mockRejectedValue(new TypeError('Failed to fetch'));
    const user = await fail();
    await user.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
    expect(answer).toHaveBeenCalledOnce();
    expect(reload).not.toHaveBeenCalled();
  });

  it('can be dismissed', async () => {
    const user = await fail();
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});
