/**
 * Manage mode: the cookies that let a person fill a collection while walking through books and series. Both stand for
 * the person alone, so nothing is kept on the server.
 */
export const manageCookies = { mode: 'manage_mode', cid: 'cid' } as const;

/** The collection being filled, if manage mode is on. */
export function managedCid(cookies: Record<string, string | undefined>): string | null {
  return cookies[manageCookies.mode] === 'true' ? (cookies[manageCookies.cid] ?? null) : null;
}
