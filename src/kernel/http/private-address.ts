import { lookup as systemLookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** The name resolves to a private address; see {@link guardedLookup}. */
export class PrivateAddress extends Error {}

// Everything that is not a public host: this machine, local networks, shared and documentation ranges, multicast.
const blocked = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  blocked.addSubnet(net, bits, 'ipv4');

// In IPv6 only global addresses are public, except tunnels, which may lead anywhere, and documentation ranges.
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  blocked.addSubnet(net, bits, 'ipv6');

/** Whether an address does not belong to a public host. */
export function isPrivate(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return blocked.check(address, 'ipv4');
  return family !== 6 || blocked.check(address, 'ipv6') || !global.check(address, 'ipv6');
}

/**
 * Looks up a name for one connection, and refuses it if any of its addresses is private. The checked addresses are
 * those connected to, so a name that resolves differently a moment later (DNS rebinding) gains nothing.
 */
export const guardedLookup =
  (lookup: typeof systemLookup = systemLookup): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const refused = error ?? (found.some(({ address }) => isPrivate(address)) ? new PrivateAddress(hostname) : null);
      const [first] = found ?? [];
      if (refused || !first) callback(refused ?? new Error(`${hostname} has no address`), '');
      else if (options.all) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };

/** The host of a URL in the form for connections: IPv6 without brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');
