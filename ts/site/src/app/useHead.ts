import { useEffect } from 'react';
import type { PageDefinition } from './pages.ts';

/** Brings what the prerendered page has in its head up to date after a link was followed. */
export function useHead({ title, description }: PageDefinition, path: string) {
  useEffect(() => {
    document.title = title;
    document
      .querySelector<HTMLMetaElement>('meta[name="description"]')
      ?.setAttribute('content', description);

    const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
    if (canonical) canonical.href = new URL(path, canonical.href).href;
  }, [title, description, path]);
}
