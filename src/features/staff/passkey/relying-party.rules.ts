import { isIP } from 'node:net';

/** What passkeys are bound to: a host name, and the origin of the pages that may ask for them. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/**
 * The relying party of this installation; null if its address cannot have passkeys. Browsers offer them only over https
 * or on localhost, and only for names. Without PUBLIC_URL the address of the request counts only on localhost, because
 * anyone can set the Host header.
 */
export function relyingParty(publicUrl: string | undefined, host: string): RelyingParty | null {
  const { protocol, hostname, origin } = new URL(publicUrl ?? localUrl(host));
  const isLocal = hostname === 'localhost';
  if (!isLocal && (protocol !== 'https:' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0)) return null;
  return { id: hostname, origin };
}

/** The address of a request that cannot have passkeys, to show; null where passkeys work. */
export function addressWithout(
  publicUrl: string | undefined,
  { host, protocol }: { host: string; protocol: string },
): string | null {
  return relyingParty(publicUrl, host) ? null : (publicUrl ?? `${protocol}://${host}`);
}

const localUrl = (host: string) => (/^localhost(:\d{1,5})?$/.test(host) ? `http://${host}` : 'http://127.0.0.1');
