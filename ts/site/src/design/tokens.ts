import { displayFamily, textFamily } from './fonts.ts';

/*
 * Everything that makes the look: ink, paper, cobalt and mustard, like a paperback of the sixties.
 *
 * The colours are CSS variables that follow the system's scheme, so a prerendered page has the
 * right ones before any script runs.
 */

export const light = {
  paper: '#f5f4ef',
  surface: '#ffffff',
  ink: '#16202f',
  inkSoft: '#4b5667',
  line: '#d8d5ca',
  /** The edge of a form field: three to one against what is around it. */
  field: '#7d8694',
  primary: '#1f4b8f',
  primaryStrong: '#163868',
  onPrimary: '#ffffff',
  /** The mustard of the illustration and of marks. Never carries text. */
  accent: '#e3a72f',
  error: '#b3261e',
  /** The ground of a message that something went wrong. */
  alarm: '#a3221b',
  onAlarm: '#ffffff',
  /** The drawings, and what else is printed like the cover of a book. */
  cover: '#1f4b8f',
  print: '#16202f',
  porcelain: '#fbf9f4',
  /** Over the page while a dialog is open. */
  veil: 'rgb(16 24 36 / 0.6)',
};

type Palette = typeof light;

export const dark: Palette = {
  paper: '#101824',
  surface: '#182335',
  ink: '#f2eee4',
  inkSoft: '#b6bdca',
  line: '#33415a',
  field: '#76839a',
  primary: '#f0bf5a',
  primaryStrong: '#ffd684',
  onPrimary: '#16202f',
  accent: '#e3a72f',
  error: '#ffb4a8',
  alarm: '#a3221b',
  onAlarm: '#ffffff',
  cover: '#264f93',
  print: '#16202f',
  porcelain: '#f2eee4',
  veil: 'rgb(4 8 14 / 0.7)',
};

export const color: Palette = {
  paper: 'var(--paper)',
  surface: 'var(--surface)',
  ink: 'var(--ink)',
  inkSoft: 'var(--inkSoft)',
  line: 'var(--line)',
  field: 'var(--field)',
  primary: 'var(--primary)',
  primaryStrong: 'var(--primaryStrong)',
  onPrimary: 'var(--onPrimary)',
  accent: 'var(--accent)',
  error: 'var(--error)',
  alarm: 'var(--alarm)',
  onAlarm: 'var(--onAlarm)',
  cover: 'var(--cover)',
  print: 'var(--print)',
  porcelain: 'var(--porcelain)',
  veil: 'var(--veil)',
};

export const type = {
  h1: {
    fontFamily: displayFamily,
    fontSize: 'clamp(2rem, 1rem + 3.75vw, 4.875rem)',
    fontWeight: 400,
    letterSpacing: '-0.018em',
    lineHeight: 1.06,
  },
  h2: {
    fontFamily: displayFamily,
    fontSize: 'clamp(1.625rem, 1.35rem + 1.2vw, 2.25rem)',
    fontWeight: 400,
    letterSpacing: '-0.01em',
    lineHeight: 1.2,
  },
  h3: { fontFamily: displayFamily, fontSize: '1.1875rem', fontWeight: 400, lineHeight: 1.35 },
  logo: { fontFamily: displayFamily, fontSize: '1.0625rem', lineHeight: 1.1 },
  lead: {
    fontFamily: textFamily,
    fontSize: 'clamp(1.125rem, 1rem + 0.6vw, 1.375rem)',
    lineHeight: 1.5,
  },
  body: { fontFamily: textFamily, fontSize: '1.0625rem', lineHeight: 1.65 },
  small: { fontFamily: textFamily, fontSize: '0.9375rem', lineHeight: 1.55 },
  caption: { fontFamily: textFamily, fontSize: '0.875rem', lineHeight: 1.5 },
  button: { fontFamily: textFamily, fontSize: '1rem', fontWeight: 600, lineHeight: 1.5 },
};

export const radius = 6;

/** Above the dialog, which has MUI's 1300. */
export const noticeLayer = 1400;

/** Distances on a grid of half a rem. */
export function space(...steps: number[]): string {
  return steps.map((step) => `${step / 2}rem`).join(' ');
}

export const media = {
  /** Wider than a phone that is held upright. */
  tablet: '@media (min-width: 37.5rem)',
  /** Room for two columns: a phone on its side as well. */
  desktop: '@media (min-width: 42rem)',
  dark: '@media (prefers-color-scheme: dark)',
  lessMotion: '@media (prefers-reduced-motion: reduce)',
};
