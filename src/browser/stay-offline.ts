import { goTo, pagePath, pathInOffice } from '#client/office-path.ts';
import { retryUnreachable } from '../client/unreachable.ts';

/**
 * Without a network, a link to another page would replace this one, with what was typed into it, by the browser's own
 * message. It stays, says so, and goes there when asked again with a network.
 */
export function stayOffline(): void {
  document.addEventListener('click', (event) => {
    const { target, button, ctrlKey, metaKey, shiftKey } = event;
    if (navigator.onLine || event.defaultPrevented || button !== 0 || ctrlKey || metaKey || shiftKey) return;
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    // A place on this page.
    if (link.hash && pathInOffice(link.pathname) === pagePath() && link.search === location.search) return;
    event.preventDefault();
    void goOnceOnline(link.href);
  });
}

async function goOnceOnline(href: string): Promise<void> {
  do await retryUnreachable();
  while (!navigator.onLine);
  goTo(href);
}
