import { act, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { visit } from '../testing/visitor.tsx';

/*
 * The specification, row by row. Each name begins with the section it comes from.
 */

describe('2 Routes', () => {
  it.each([
    ['headline', 'Book clubs for men on'],
    ['subline', 'Explore with friends what it means to live a good life'],
  ])('/: %s', (_, text) => {
    visit('/');
    expect(screen.getByText(text, { exact: true })).toBeVisible();
  });

  it('/: a Join Waitlist button and a Learn More link to /about', () => {
    visit('/');
    expect(screen.getByRole('button', { name: 'Join Waitlist' })).toBeVisible();
    expect(screen.getByRole('link', { name: /^Learn More/ })).toHaveAttribute('href', '/about');
  });

  it('/about: five sections, in order', () => {
    visit('/about');
    const titles = screen.getAllByRole('heading', { level: 2 }).map((title) => title.textContent);
    expect(titles).toEqual([
      'Why',
      'How It Started',
      'What to Expect',
      'Commitments',
      'Your First Step',
    ]);
    for (const title of titles) expect(screen.getByRole('region', { name: title })).toBeVisible();
  });

  it('/about: a waitlist button and the note on Denver/Boulder', () => {
    visit('/about');
    expect(screen.getByRole('button', { name: 'Join Waitlist' })).toBeVisible();
    expect(screen.getByText('Pilot clubs currently run in Denver/Boulder.')).toBeVisible();
  });

  it.each(['/no/such/page', '/About', '/about/us'])('any other path: %s', (path) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    visit(path);

    expect(screen.getByText('Oops! Page not found')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
    expect(log.mock.calls).toEqual([['404: no page at', path]]);
  });
});

const words = [
  'wisdom',
  'the good life',
  'morality',
  'meaning making',
  'spiritual practice',
  'cognitive science',
  'world religions',
];

describe('2 Rotating headline', () => {
  it('seven words in order, each typed at 90 ms, held for 1200 ms and deleted at 50 ms', () => {
    vi.useFakeTimers();
    visit('/');
    words.forEach((word, index) => {
      expect(typed()).toBe(word);
      advance(1199);
      expect(typed()).toBe(word);
      advance(1);
      for (let length = word.length - 1; length >= 0; length--) {
        advance(49);
        expect(typed()).toBe(word.slice(0, length + 1));
        advance(1);
        expect(typed()).toBe(word.slice(0, length));
      }
      // After the last word comes the first again.
      const next = words[index + 1] ?? 'wisdom';
      for (let length = 1; length <= next.length; length++) {
        advance(89);
        expect(typed()).toBe(next.slice(0, length - 1));
        advance(1);
        expect(typed()).toBe(next.slice(0, length));
      }
    });
  });
});

describe('2 Header', () => {
  it.each(['/', '/about', '/leave', '/no/such/page'])('on %s', (path) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    visit(path);
    const header = within(screen.getByRole('banner'));

    expect(header.getByRole('link', { name: 'Good Life Book Club' })).toHaveAttribute('href', '/');
    expect(header.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/');
    expect(header.getByRole('link', { name: 'About' })).toHaveAttribute('href', '/about');
    expect(header.getByRole('link', { name: 'Join' })).toBeVisible();
  });

  it.each([
    ['Home', ['none', '(min-width: 37.5rem) block']],
    ['About', []],
    ['Join', []],
  ])('the item %s is displayed so: %s', (name, display) => {
    visit('/');
    const item = screen.getByRole('link', { name }).closest('li');
    expect(displayRules(item as Element)).toEqual(display);
  });
});

describe('2 Waitlist dialog', () => {
  it.each([
    ['the Join link', '/', 'link', 'Join'],
    ['the Join Waitlist button on the home page', '/', 'button', 'Join Waitlist'],
    ['the waitlist button on /about', '/about', 'button', 'Join Waitlist'],
  ])('opens from %s', async (_, path, role, name) => {
    const user = visit(path);
    await user.click(screen.getByRole(role, { name }));
    expect(await screen.findByRole('dialog', { name: 'Join the Waitlist' })).toBeVisible();
  });
});

describe('9 Constants', () => {
  it.each(['/', '/about'])('%s: clubs of six, one book every six weeks', (path) => {
    visit(path);
    const page = screen.getByRole('main');
    expect(page).toHaveTextContent(/Six men/);
    expect(page).toHaveTextContent(/One book\s*every six weeks/);
  });

  it.each(['/', '/about', '/leave'])(
    '%s: tooltips have no delay, because there are none',
    (path) => {
      visit(path);
      expect(document.body.querySelector('[title], [role="tooltip"]')).toBeNull();
    },
  );
});

describe('Decisions', () => {
  it.each([
    ['/', 'Good Life Book Club: book clubs for men'],
    ['/about', 'About | Good Life Book Club'],
    ['/leave', 'Leave the waitlist | Good Life Book Club'],
  ])('page titles: %s', (path, title) => {
    visit(path);
    expect(document.title).toBe(title);
  });

  it('reduced motion: the headline shows words without typing', () => {
    vi.useFakeTimers();
    window.matchMedia = () =>
      Object.assign(new EventTarget(), { matches: true }) as unknown as MediaQueryList;
    visit('/');

    for (const word of [...words, 'wisdom']) {
      expect(typed()).toBe(word);
      advance(1199);
      expect(typed()).toBe(word);
      advance(1);
    }
  });

  it('screen readers get the full sentence once, not each letter', () => {
    vi.useFakeTimers();
    visit('/');
    const sentence =
      'Book clubs for men on wisdom, the good life, morality, meaning making, spiritual practice, cognitive science and world religions';

    expect(screen.getByRole('heading', { level: 1 })).toHaveAccessibleName(sentence);
    advance(1200);
    advance(50);
    expect(typed()).toBe('wisdo');
    expect(screen.getByRole('heading', { level: 1 })).toHaveAccessibleName(sentence);
  });
});

function typed() {
  return screen.getByTestId('typed').textContent;
}

function advance(milliseconds: number) {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
}

/** How the style sheets display an element, with the width from which a rule holds. */
function displayRules(element: Element): string[] {
  const displayOf = (rules: CSSRuleList, condition: string): string[] =>
    [...rules].flatMap((rule) => {
      if (rule instanceof CSSMediaRule) return displayOf(rule.cssRules, rule.conditionText + ' ');
      if (!(rule instanceof CSSStyleRule) || !element.matches(rule.selectorText)) return [];
      return rule.style.display ? [condition + rule.style.display] : [];
    });
  return [...document.styleSheets].flatMap(({ cssRules }) => displayOf(cssRules, ''));
}
