import { pageStaff } from '#client/session.ts';
import type { Stored } from './record-values.rules.ts';

/** What was typed over a record and not saved. */
export interface KeptDraft<Values> {
  /** When something was typed last. Seconds. */
  at: number;
  /** The record it was typed over. */
  base: Stored<Values>;
  values: Values;
}

const prefix = 'draft ';

// Whoever signs in after somebody else is not offered what they typed.
const keyOf = (record: string) => `${prefix}${pageStaff()} ${record}`;

/** Keeps what is typed for as long as the tab is open: it outlives a reload and a crash. */
export function keepDraft<Values>(record: string, draft: Omit<KeptDraft<Values>, 'at'>): void {
  const kept = { ...draft, at: Math.floor(Date.now() / 1000) };
  try {
    sessionStorage.setItem(keyOf(record), JSON.stringify(kept));
  } catch {
    // A full storage keeps no draft; leaving the page still asks.
  }
}

export const forgetDraft = (record: string): void => sessionStorage.removeItem(keyOf(record));

export function findDraft<Values>(record: string): KeptDraft<Values> | null {
  return JSON.parse(sessionStorage.getItem(keyOf(record)) ?? 'null');
}

/** Forgets the drafts of every record, as signing out does. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
}
