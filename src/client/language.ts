/**
 * The header that makes the server answer in the page's language, since the page's URL may name another language than
 * the cookies. Only for requests to this site.
 */
export const inPageLanguage = (): Record<string, string> => ({
  'x-language': document.documentElement.dataset.locale ?? '',
});

/** The URL of another page of this site, in this page's language if this page's URL names it. */
export function withPageLanguage(href: string): string {
  const requested = new URLSearchParams(location.search).get('lang');
  if (requested === null) return href;
  const url = new URL(href, location.href);
  url.searchParams.set('lang', requested);
  return url.pathname + url.search + url.hash;
}
