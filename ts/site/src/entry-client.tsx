import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { fontFaces } from './design/fonts.ts';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');

const app = (
  <StrictMode>
    <App />
  </StrictMode>
);

// The development server sends an empty page; the built one is prerendered.
if (root.firstElementChild) {
  hydrateRoot(root, app);
} else {
  const style = document.createElement('style');
  style.textContent = fontFaces;
  document.head.append(style);
  createRoot(root).render(app);
}
