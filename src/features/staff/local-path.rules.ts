const site = 'http://site.invalid';
const longest = 2000;

/** Where to go after signing in: `next` if it is a path of this site, else the start page. ASCII, safe in a header. */
export function localPath(next: unknown): string {
  if (typeof next !== 'string' || next.length > longest) return '/';
  // Browsers drop control characters and treat a backslash as a slash; either could turn a path into another host.
  if (!next.startsWith('/') || /[\\\p{Cc}]/u.test(next) || !URL.canParse(next, site)) return '/';
  const url = new URL(next, site);
  if (url.origin !== site || url.pathname.startsWith('//') || /^\/log(in|out)(\/|$)/.test(url.pathname)) return '/';
  return url.pathname + url.search + url.hash;
}
