import { pageStaff } from '#client/session.ts';
import type { Stored } from './record-values.rules.ts';

/** Unsaved input for a record. */
export interface KeptDraft<Values> {
  /** When the person last typed. Seconds. */
  at: number;
  /** The version of the record it was typed over. */
  base: Stored<Values>;
  values: Values;
}

const prefix = 'draft ';

// Keyed by account: the next person to sign in is not offered somebody else's draft.
const keyOf = (record: string) => `${prefix}${pageStaff()} ${record}`;

/** Keeps unsaved input while the tab is open: it survives a reload and a crash. */
export function keepDraft<Values>(record: string, draft: KeptDraft<Values>): void {
  try {
    sessionStorage.setItem(keyOf(record), JSON.stringify(draft));
  } catch {
    // If the storage is full, no draft is kept; leaving the page still asks.
  }
}

export const forgetDraft = (record: string): void => sessionStorage.removeItem(keyOf(record));

export function findDraft<Values>(record: string): KeptDraft<Values> | null {
  return JSON.parse(sessionStorage.getItem(keyOf(record)) ?? 'null');
}

/** Forgets the drafts of every record, at sign-out. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
}
