import { withBase, withoutBase } from '#kernel/http/base-path.rules.ts';

// The server draws pages of more than one office in its tests, each with its own.
let base = globalThis.document?.documentElement.dataset.base ?? '';

/** Where the office stands on its host: '' or, for example, `/office`. For the server, before it draws. */
export function standAt(path: string): void {
  base = path;
}

/** The address on its host of a page, a call or a file of the office; other addresses, and those that are so already, stay. */
export const inOffice = (href: string): string => withBase(base, href);

/** The path within the office of an address on its host. */
export const pathInOffice = (pathname: string): string => withoutBase(base, pathname);

/** The path of this page within the office. */
export const pagePath = (): string => pathInOffice(location.pathname);

/** The path and query of this page within the office. */
export const pageAddress = (): string => pagePath() + location.search;

/** Leaves this page for another of the office. */
export const goTo = (href: string): void => location.assign(inOffice(href));
