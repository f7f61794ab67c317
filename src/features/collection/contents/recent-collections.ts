import { pageStaff } from '#client/session.ts';
import { findStored, storeValue } from '#client/stored.ts';

/** A collection that something was added to. */
export interface RecentCollection {
  cid: string;
  title: string;
}

interface Remembered {
  collections: RecentCollection[];
  reason: string;
}

const limit = 5;

// Several people may use one browser.
const keyOf = () => `added to ${pageStaff()}`;

/** The collections this user added to last in this browser, newest first, and the reason given last. */
export const lastAdditions = (): Remembered => findStored(localStorage, keyOf()) ?? { collections: [], reason: '' };

export function rememberAddition(to: RecentCollection, reason: string): void {
  const { collections, reason: before } = lastAdditions();
  const others = collections.filter(({ cid }) => cid !== to.cid);
  storeValue(localStorage, keyOf(), { collections: [to, ...others].slice(0, limit), reason: reason || before });
}
