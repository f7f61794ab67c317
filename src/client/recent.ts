import { pageStaff } from './session.ts';

/** A record as the finder shows it. */
export interface FoundRecord {
  label: string;
  /** What distinguishes it from similar records. */
  detail: string;
  href: string;
  /** What it is, in the reader's language. */
  kind: string;
  icon: string;
}

const kept = 8;

// Several people may use one browser.
const keyOf = () => `recent ${pageStaff()}`;

/** The records this person opened last in this browser, newest first. */
export function recentRecords(): FoundRecord[] {
  return JSON.parse(localStorage.getItem(keyOf()) ?? '[]');
}

export function rememberRecord(record: FoundRecord): void {
  store([record, ...others(record.href)].slice(0, kept));
}

/** A record that is gone is not offered again. */
export const forgetRecord = (href: string): void => store(others(href));

const others = (href: string) => recentRecords().filter((one) => one.href !== href);

const store = (records: readonly FoundRecord[]) => localStorage.setItem(keyOf(), JSON.stringify(records));
