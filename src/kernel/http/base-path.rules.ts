/** Whether an address on the host leads below the path at which the office stands. */
const isBelow = (base: string, address: string): boolean =>
  address.startsWith(base) && /^[/?#]|^$/.test(address.slice(base.length));

/**
 * The address on its host of a page, a call or a file of an office that stands at `base`, '' or, for example, `/office`.
 * Addresses of other hosts, relative ones, and those that are below it already, stay.
 */
export const withBase = (base: string, address: string): string =>
  base === '' || !/^\/(?!\/)/.test(address) || isBelow(base, address) ? address : base + address;

/** The address within the office of one on its host; others stay. */
export function withoutBase(base: string, address: string): string {
  if (base === '' || !isBelow(base, address)) return address;
  const rest = address.slice(base.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}
