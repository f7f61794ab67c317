import { inPageLanguage } from '../language.ts';
import { inOffice } from '../office-path.ts';
import { hearOtherTabs } from './other-tabs.ts';

const bar = 'main > [data-working]';
const before = 'main > [data-only-read]';

let lastRenewal = 0;

/** Shows the bar of what the person works on as it is now: it begins, ends and counts while the page stays. */
export async function renewWorkBar(): Promise<void> {
  lastRenewal += 1;
  const renewal = lastRenewal;
  const headers = { ...inPageLanguage(), accept: 'text/html', 'x-unattended': '1' };
  // A redirect leads to the log-in page, which has no bar: the session is over, not the work.
  const html = await fetch(inOffice(location.href), { headers, redirect: 'error' })
    .then((answer) => (answer.ok ? answer.text() : null))
    .catch(() => null);
  // Answers may overtake one another: that of the last request counts.
  if (html === null || renewal !== lastRenewal) return;
  const fresh = new DOMParser().parseFromString(html, 'text/html').querySelector(bar);
  const shown = document.querySelector(bar);
  // The focus may be in it.
  if (fresh && shown?.isEqualNode(fresh)) return;
  shown?.remove();
  if (fresh) document.querySelector(before)?.after(document.importNode(fresh, true));
}

// A cookie that another tab has set may be known here a moment later. Milliseconds.
const cookieMs = 1000;

/** Keeps the bar as it is in other tabs. */
export function followWorkBar(): void {
  let cookies = document.cookie;
  const isSame = () => !document.querySelector(bar) && document.cookie === cookies;
  const renew = () =>
    void renewWorkBar().then(() => {
      cookies = document.cookie;
    });
  hearOtherTabs(() => {
    if (!isSame()) return renew();
    setTimeout(() => isSame() || renew(), cookieMs);
  });
}
