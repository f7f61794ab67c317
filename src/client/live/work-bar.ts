import { inPageLanguage } from '../language.ts';
import { hearOtherTabs } from './other-tabs.ts';

const bar = 'main > [data-working]';
const before = 'main > [data-only-read]';

/** Shows the bar of what the person works on as it is now: it begins, ends and counts while the page stays. */
export async function renewWorkBar(): Promise<void> {
  const headers = { ...inPageLanguage(), accept: 'text/html', 'x-unattended': '1' };
  const answer = await fetch(location.href, { headers }).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const fresh = page.querySelector(bar);
  document.querySelector(bar)?.remove();
  if (fresh) document.querySelector(before)?.after(document.importNode(fresh, true));
}

/** Keeps the bar as it is in other tabs. */
export function followWorkBar(): void {
  let cookies = document.cookie;
  hearOtherTabs(() => {
    if (!document.querySelector(bar) && document.cookie === cookies) return;
    // Only then does this tab know the cookies that the other one set.
    void renewWorkBar().then(() => {
      cookies = document.cookie;
    });
  });
}
