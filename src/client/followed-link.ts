import { pagePath, pathInOffice } from './office-path.ts';
import { findStored, storeValue } from './stored.ts';

const key = 'followed-link';

/** A link that was followed by key: what it says, and where it led. */
interface Followed {
  name: string;
  href: string;
}

/** What a link says, without its count or arrow, which change when it is followed; a number if it says nothing else. */
function nameOf({ ariaLabel, textContent }: HTMLAnchorElement): string {
  const name = (ariaLabel ?? textContent).trim();
  return name.replace(/[\s\d.,↑↓]+$/, '') || name;
}

/**
 * Remembers which link to another part of the screen is followed by key: a tab, a page of a list, a heading that sorts, a
 * span of time. The next page has it too, and the focus goes on there.
 */
export function rememberFollowedLink(): void {
  document.addEventListener('click', ({ target, detail, defaultPrevented, ctrlKey, metaKey, shiftKey }) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('main a[href]') : null;
    // A press by key counts no clicks; with these keys it opens another tab or window.
    if (!link || detail > 0 || defaultPrevented || ctrlKey || metaKey || shiftKey) return;
    if (pathInOffice(link.pathname) !== pagePath() && !link.closest('nav')) return;
    storeValue(sessionStorage, key, { name: nameOf(link), href: link.href } satisfies Followed);
  });
}

/** Moves the focus to the link by which this page was opened, unless the page has put it somewhere. */
export function focusFollowedLink(): void {
  const followed: Followed | null = findStored(sessionStorage, key);
  sessionStorage.removeItem(key);
  if (followed?.href !== location.href || document.activeElement !== document.body) return;
  const found = [...document.querySelectorAll<HTMLAnchorElement>('main a[href]')].filter(
    (link) => nameOf(link) === followed.name && link.checkVisibility(),
  );
  // Pages and saved views may differ by a number alone; a heading that sorts leads elsewhere by now.
  (found.find(({ href }) => href === location.href) ?? found[0])?.focus();
}
