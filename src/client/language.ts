/**
 * The header that has the server answer in the language of the page: its address may name another than the cookies do.
 * For requests to this site alone.
 */
export const inPageLanguage = (): Record<string, string> => ({
  'x-language': document.documentElement.dataset.locale ?? '',
});

/** The address of another page of this site, in the language of this one where its address names it. */
export function keepingLanguage(href: string): string {
  const asked = new URLSearchParams(location.search).get('lang');
  if (asked === null) return href;
  const url = new URL(href, location.href);
  url.searchParams.set('lang', asked);
  return url.pathname + url.search + url.hash;
}
