import { pageStaff } from '#client/session.ts';
import { findStored, storeValue } from '#client/stored.ts';
import type { Stored } from './record-values.rules.ts';

/** Unsaved input for a record. */
export interface StoredDraft<Values> {
  /** When the person last typed. Seconds. */
  at: number;
  /** The version of the record it was typed over. */
  base: Stored<Values>;
  values: Values;
}

const prefix = 'draft ';

// Keyed by account: the next person to sign in is not offered somebody else's draft.
const keyOf = (record: string) => `${prefix}${pageStaff()} ${record}`;

/**
 * Keeps unsaved input while the tab is open: it survives a reload and a crash. If the storage is full, leaving the page
 * still asks.
 */
export const storeDraft = <Values>(record: string, draft: StoredDraft<Values>): void =>
  storeValue(sessionStorage, keyOf(record), draft);

export const forgetDraft = (record: string): void => sessionStorage.removeItem(keyOf(record));

export const findDraft = <Values>(record: string): StoredDraft<Values> | null =>
  findStored(sessionStorage, keyOf(record));

/** Forgets the drafts of every record, at sign-out. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
}
