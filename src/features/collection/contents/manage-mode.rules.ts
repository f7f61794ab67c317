/**
 * Manage mode: two cookies let a person fill a collection while browsing books and series. They concern only that
 * person, so nothing is stored on the server.
 */
export const manageCookies = { mode: 'manage_mode', cid: 'cid' } as const;

/** The collection being filled, if manage mode is on. */
export function managedCid(cookies: Record<string, string | undefined>): string | null {
  return cookies[manageCookies.mode] === 'true' ? (cookies[manageCookies.cid] ?? null) : null;
}
