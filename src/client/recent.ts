import { pageStaff } from './session.ts';
import { findStored, storeValue } from './stored.ts';

/** Something that can be done with a record. */
export interface RecordAct {
  label: string;
  href: string;
  dialog: boolean;
}

/** A record as shown in the finder. */
export interface FoundRecord {
  label: string;
  /** What distinguishes it from similar records. */
  detail: string;
  href: string;
  /** Its kind, in the reader's language. */
  kind: string;
  icon: string;
  /** What can be done with it, on a page or in a dialog. */
  acts?: readonly RecordAct[];
  /** The cover of a book: its image, or null for one that is drawn. */
  cover?: { bid: string; source: string | null };
}

const recentLimit = 8;

// Several people may use one browser.
const keyOf = () => `recent ${pageStaff()}`;

/** The records this user opened last in this browser, newest first. */
export const recentRecords = (): FoundRecord[] => findStored(localStorage, keyOf()) ?? [];

export function rememberRecord(record: FoundRecord): void {
  store([record, ...others(record.href)].slice(0, recentLimit));
}

/** Stops offering a record that no longer exists. */
export const forgetRecord = (href: string): void => store(others(href));

const others = (href: string) => recentRecords().filter((one) => one.href !== href);

const store = (records: readonly FoundRecord[]) => storeValue(localStorage, keyOf(), records);
