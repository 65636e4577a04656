import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

// The first dialog of a file has its code to load, which a busy machine takes its time for.
configure({ asyncUtilTimeout: 30_000 });

// The prerendering is tested without a document.
if ('document' in globalThis) {
  beforeEach(() => {
    window.history.replaceState(null, '', '/');
    // jsdom lays nothing out, so it has neither of these.
    window.scrollTo = () => undefined;
    window.matchMedia = () => new EventTarget() as MediaQueryList;
  });
  afterEach(cleanup);
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
