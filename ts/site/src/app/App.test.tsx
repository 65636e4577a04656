import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { App } from './App.tsx';

function open(path: string) {
  window.history.replaceState(null, '', path);
  render(<App />);
  return userEvent.setup();
}

describe('/', () => {
  it('has headline, subline, button and link', async () => {
    const user = open('/');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Book clubs for men on');
    expect(
      screen.getByText('Explore with friends what it means to live a good life'),
    ).toBeVisible();

    expect(screen.getByRole('link', { name: 'Learn More' })).toHaveAttribute('href', '/about');
    await user.click(screen.getByRole('button', { name: 'Join Waitlist' }));
    expect(await screen.findByRole('dialog')).toBeVisible();
  });

  it('lets the reader pause the headline', async () => {
    const user = open('/');
    await user.click(screen.getByRole('button', { name: 'Pause the headline' }));
    await user.click(screen.getByRole('button', { name: 'Play the headline' }));
    expect(screen.getByRole('button', { name: 'Pause the headline' })).toBeVisible();
  });
});

describe('/about', () => {
  it('has the five sections in order', () => {
    open('/about');
    const titles = screen.getAllByRole('heading', { level: 2 }).map((title) => title.textContent);
    expect(titles).toEqual([
      'Why',
      'How It Started',
      'What to Expect',
      'Commitments',
      'Your First Step',
    ]);
  });

  it('has the note on the pilot clubs and a waitlist button', async () => {
    const user = open('/about');
    expect(screen.getByText('Pilot clubs currently run in Denver/Boulder.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Join Waitlist' }));
    expect(await screen.findByRole('dialog')).toBeVisible();
  });
});

describe('any other path', () => {
  const log = vi.fn();
  beforeEach(() => {
    log.mockReset();
    vi.spyOn(console, 'error').mockImplementation(log);
  });

  it('is a 404 page, which logs the path', () => {
    open('/no/such/page');
    expect(screen.getByText('Oops! Page not found')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
    expect(log.mock.calls).toEqual([['404: no page at', '/no/such/page']]);
  });
});

describe('the header', () => {
  it.each(['/', '/about', '/leave'])('on %s leads everywhere', async (path) => {
    const user = open(path);
    const header = within(screen.getByRole('banner'));

    expect(header.getByRole('link', { name: 'Good Life Book Club' })).toHaveAttribute('href', '/');
    expect(header.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/');
    expect(header.getByRole('link', { name: 'About' })).toHaveAttribute('href', '/about');
    await user.click(header.getByRole('link', { name: 'Join' }));
    expect(await screen.findByRole('dialog')).toBeVisible();
  });

  it('marks the page that is open', () => {
    open('/about');
    expect(screen.getByRole('link', { name: 'About' })).toHaveAttribute('aria-current', 'page');
    expect(screen.getByRole('link', { name: 'Home' })).not.toHaveAttribute('aria-current');
  });
});

describe('following a link', () => {
  beforeEach(() => {
    document.head.insertAdjacentHTML(
      'beforeend',
      `<meta name="description" content="old" />
       <link rel="canonical" href="https://club.example/" />`,
    );
    return () => {
      document.querySelector('meta[name="description"]')?.remove();
      document.querySelector('link[rel="canonical"]')?.remove();
    };
  });

  it('moves to the top of the new page and brings the head up to date', async () => {
    const scrollTo = vi.spyOn(window, 'scrollTo');
    const user = open('/');
    await user.click(screen.getByRole('link', { name: 'Learn More' }));

    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('About');
    expect(screen.getByRole('main')).toHaveFocus();
    expect(scrollTo).toHaveBeenCalledWith(0, 0);
    expect(document.title).toBe('About | Good Life Book Club');
    expect(document.querySelector('meta[name="description"]')).toHaveAttribute(
      'content',
      expect.stringContaining('Denver and Boulder'),
    );
    expect(document.querySelector('link[rel="canonical"]')).toHaveAttribute(
      'href',
      'https://club.example/about',
    );
  });

  it('keeps what was typed into the dialog', async () => {
    const user = open('/');
    await user.click(screen.getByRole('button', { name: 'Join Waitlist' }));
    await user.type(await screen.findByRole('textbox', { name: 'Email' }), 'sam@example.com');
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('link', { name: 'Learn More' }));
    await user.click(screen.getByRole('button', { name: 'Join Waitlist' }));

    expect(await screen.findByRole('textbox', { name: 'Email' })).toHaveValue('sam@example.com');
  });
});
