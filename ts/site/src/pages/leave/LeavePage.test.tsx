import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { leave, problem, fakeApi } from '../../testing/api.ts';
import { LeavePage } from './LeavePage.tsx';

const api = fakeApi();
const token = 'PwyKUm0OS5uaVQsfby98EQ.kq3Wc0oJ2m6xJp1sQe8vYb4tLr7uHn5dFg9aTz0iXcE';

function open(search: string) {
  window.history.replaceState(null, '', `/leave${search}`);
  render(<LeavePage />);
  return userEvent.setup();
}

it('does nothing by itself', async () => {
  open(`?token=${token}`);
  expect(await screen.findByRole('button', { name: 'Leave the waitlist' })).toBeVisible();
  expect(api.calls).toEqual([]);
});

it('sends the token of the link and confirms', async () => {
  const user = open(`?token=${token}`);
  await user.click(screen.getByRole('button', { name: 'Leave the waitlist' }));

  expect(await screen.findByRole('status')).toHaveTextContent('You have left the waitlist.');
  expect(api.calls).toEqual([{ to: leave, body: { token } }]);
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

it('sends one request, however often the button is pressed', async () => {
  const release = api.hold(leave);
  const user = open(`?token=${token}`);
  await user.dblClick(screen.getByRole('button', { name: 'Leave the waitlist' }));
  await user.click(screen.getByRole('button', { name: 'Leaving...' }));
  release();

  await screen.findByRole('status');
  expect(api.calls).toHaveLength(1);
});

it('says when it failed, and lets the reader try again', async () => {
  api.answer(leave, problem(503, 'unavailable', 'Not available right now.'));
  const user = open(`?token=${token}`);
  await user.click(screen.getByRole('button', { name: 'Leave the waitlist' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Please try again.');

  api.answer(leave, { status: 204 });
  await user.click(screen.getByRole('button', { name: 'Leave the waitlist' }));
  await waitFor(() => expect(screen.getByRole('status')).toBeVisible());
});

it('loads the page again when its code did not arrive', async () => {
  const reload = vi.fn();
  vi.doMock('@bookclub/api-client/waitlist', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  const user = open(`?token=${token}`);
  await user.click(screen.getByRole('button', { name: 'Leave the waitlist' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('your entry is still there');

  vi.doUnmock('@bookclub/api-client/waitlist');
  vi.stubGlobal('fetch', () => Promise.resolve(new Response()));
  vi.stubGlobal('location', { reload });
  await user.click(screen.getByRole('button', { name: 'Load again' }));
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
});

it('explains where the link is when there is no token', () => {
  open('');
  expect(screen.getByText(/please use the link in the email/)).toBeVisible();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
