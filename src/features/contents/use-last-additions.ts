import { useEffect, useState } from 'react';
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

const nothing: Remembered = { collections: [], reason: '' };

const read = (): Remembered => findStored(localStorage, keyOf()) ?? nothing;

/** The collections this user added to last in this browser, newest first, and the reason given last. */
export function useLastAdditions(): Remembered {
  const [last, setLast] = useState(nothing);
  // After hydration: the server does not know what this browser remembers.
  useEffect(() => setLast(read()), []);
  return last;
}

export function rememberAddition(to: RecentCollection, reason: string): void {
  const { collections, reason: before } = read();
  const others = collections.filter(({ cid }) => cid !== to.cid);
  storeValue(localStorage, keyOf(), { collections: [to, ...others].slice(0, limit), reason: reason || before });
}
