import { promises as dns } from 'node:dns';
import { isIP } from 'node:net';
import { hostOf, isPrivate } from './delivery/private-address.ts';
import { webhookMessages } from './webhook.messages.ts';

const refused = (
  key: 'webhook.address_rule' | 'webhook.address_https' | 'webhook.address_unknown' | 'webhook.address_private',
) => webhookMessages.errorWith(422, key, { field: 'url' });

/**
 * Refuses an address that could never be sent to, as long as somebody is there to correct it. What it resolves to is
 * checked again at each connection.
 */
export async function requireAddress(text: string, allowPrivate: boolean): Promise<void> {
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password || url.hash)
    throw refused('webhook.address_rule');
  if (allowPrivate) return;
  if (url.protocol !== 'https:') throw refused('webhook.address_https');
  const host = hostOf(url);
  const addresses = isIP(host) > 0 ? [host] : await resolved(host);
  if (addresses.length === 0) throw refused('webhook.address_unknown');
  if (addresses.some(isPrivate)) throw refused('webhook.address_private');
}

const resolved = async (host: string): Promise<string[]> =>
  (await dns.lookup(host, { all: true }).catch(() => [])).map(({ address }) => address);
