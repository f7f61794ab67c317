import { inOffice } from '#client/office-path.ts';
import { loadMessages, pageInterface } from '#client/page-interface.ts';

const { text } = pageInterface;

/**
 * Keeps the page that an address shows without a network, in the language and scheme of now, and the worker that answers
 * with it. Browsers have neither without HTTPS.
 */
export async function prepareOfflinePage(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  await loadMessages('common');
  const cache = await caches.open('offline');
  await cache.put(inOffice('/offline'), new Response(offlinePage(), { headers }));
  await navigator.serviceWorker.register(inOffice('/public/offline-worker.js'), { scope: inOffice('/') });
}

const headers = {
  'content-type': 'text/html; charset=utf-8',
  // It has no file but itself.
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'",
};

/** The page; its link asks for the address again, and so does its script, later and later. */
function offlinePage(): string {
  const { documentElement: root, head, body } = document.implementation.createHTMLDocument(text('offline.title'));
  root.lang = document.documentElement.lang;
  root.style.colorScheme = getComputedStyle(document.documentElement).colorScheme;
  const add = (parent: Element, tag: string, content: string, attributes: Record<string, string> = {}) => {
    const element = root.ownerDocument.createElement(tag);
    element.textContent = content;
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return parent.appendChild(element);
  };
  add(head, 'meta', '', { name: 'viewport', content: 'width=device-width, initial-scale=1' });
  add(head, 'style', offlineStyles());
  const main = add(body, 'main', '');
  add(main, 'p', text('common.product'));
  add(main, 'h1', text('offline.title'));
  add(main, 'p', text('error.network'), { role: 'alert' });
  add(main, 'p', text('offline.kept'));
  add(main, 'a', text('common.retry'), { href: '' });
  add(body, 'script', script);
  return `<!doctype html>${root.outerHTML}`;
}

const script = `
const waits = [2, 5, 12, 30];
const again = (nth = 0) => {
  const load = () => {
    removeEventListener('online', load);
    clearTimeout(timer);
    const request = new XMLHttpRequest();
    request.onload = () => location.reload();
    request.onerror = () => again(nth + 1);
    request.open('HEAD', location.href);
    request.send();
  };
  const timer = setTimeout(load, waits[Math.min(nth, 3)] * 1000);
  addEventListener('online', load);
};
again();`;

/** The looks of the page, in the colours of the office. */
function offlineStyles(): string {
  const tokens = getComputedStyle(document.documentElement);
  const colour = (name: string) => tokens.getPropertyValue(`--${name}`);
  return `
body { margin: 0; padding: 16px; background: ${colour('paper')}; color: ${colour('ink')}; font: 15px/1.5 Inter, system-ui, sans-serif; }
body:lang(ko) { word-break: keep-all; }
main { max-width: 520px; margin: 12vh auto 0; padding: 24px; border: 1px solid ${colour('line')}; border-radius: 12px; background: ${colour('surface')}; }
h1 { margin: 4px 0 12px; font: 600 26px/1.2 Literata, Georgia, serif; }
p { margin: 0 0 12px; }
p:first-child, p:last-of-type { color: ${colour('soft')}; }
a { display: inline-block; margin-top: 8px; padding: 11px 18px; border-radius: 8px; background: ${colour('accent')}; color: ${colour('accent-ink')}; font-weight: 550; text-decoration: none; }
a:focus-visible { outline: 2px solid ${colour('accent')}; outline-offset: 2px; }`;
}
