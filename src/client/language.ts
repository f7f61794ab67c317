/**
 * The header that makes the server answer in the page's language, whose address may name another language than the
 * cookies. Only for requests to this site.
 */
export const inPageLanguage = (): Record<string, string> => ({
  'x-language': document.documentElement.dataset.locale ?? '',
});

/** The address of another page of this site, in the language of this one if its address names it. */
export function keepingLanguage(href: string): string {
  const asked = new URLSearchParams(location.search).get('lang');
  if (asked === null) return href;
  const url = new URL(href, location.href);
  url.searchParams.set('lang', asked);
  return url.pathname + url.search + url.hash;
}
