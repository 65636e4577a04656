/**
 * Loads the page anew as soon as the site answers; rejects while it does not.
 *
 * Browsers never ask again for a module that did not arrive, so after such a failure only a new
 * page can try again.
 */
export async function reload() {
  await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' });
  window.location.reload();
}
