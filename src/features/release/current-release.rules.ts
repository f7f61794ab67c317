/** The release a person works on, in a cookie: it concerns only that person, so nothing is stored on the server. */
export const currentCookie = 'release';

/** The number of the release that a person works on. */
export function currentOf(cookies: Record<string, string | undefined>): number | null {
  const given = cookies[currentCookie] ?? '';
  return /^[1-9]\d{0,8}$/.test(given) ? Number(given) : null;
}
