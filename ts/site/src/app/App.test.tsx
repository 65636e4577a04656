import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { dialogIsClosed, openDialog, visit } from '../testing/visitor.tsx';

it('lets the reader pause the headline', async () => {
  const user = visit('/');
  await user.click(screen.getByRole('button', { name: 'Pause the headline' }));
  await user.click(screen.getByRole('button', { name: 'Play the headline' }));
  expect(screen.getByRole('button', { name: 'Pause the headline' })).toBeVisible();
});

it('marks the page that is open', () => {
  visit('/about');
  expect(screen.getByRole('link', { name: 'About' })).toHaveAttribute('aria-current', 'page');
  expect(screen.getByRole('link', { name: 'Home' })).not.toHaveAttribute('aria-current');
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
    const user = visit('/');
    await user.click(screen.getByRole('link', { name: /^Learn More/ }));

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
    const { user } = await openDialog();
    await user.type(await screen.findByRole('textbox', { name: 'Email' }), 'sam@example.com');
    await user.keyboard('{Escape}');
    await dialogIsClosed();
    await user.click(screen.getByRole('link', { name: /^Learn More/ }));
    await user.click(screen.getByRole('button', { name: 'Join Waitlist' }));

    expect(await screen.findByRole('textbox', { name: 'Email' })).toHaveValue('sam@example.com');
  });
});
