import type { QueryExecutorProvider, RawBuilder } from 'kysely';

/** A record that breaks a rule: what is stored of it, and what should be. */
export interface Difference {
  record: string;
  stored: string | null;
  expected: string | null;
}

/** Something that always holds of the stored data, whatever is done to it; `npm run verify` checks it. */
export interface DataCheck {
  /** By which operators choose it; the table it is about. */
  name: string;
  /** What holds, as a sentence. */
  rule: string;
  /** What to do if it does not. */
  mend: string;
  /** One statement that finds every record that breaks the rule. */
  differing: RawBuilder<Difference>;
  /** Counts again what is derived from other rows; `--recount` calls it in a transaction. */
  recount?: (on: { db: QueryExecutorProvider }) => Promise<void>;
}

/** Files that must be in the storage because rows refer to them. */
export interface FileCheck {
  name: string;
  /** Where all files of these rows are, and no others for long: the nightly sweep removes them. */
  prefixes: readonly string[];
  /** The file of each row, with its size if that is known. */
  files: RawBuilder<{ key: string; record: string; size: number | null }>;
  /** Files that may be there as well, such as those an undo needs. */
  optional?: RawBuilder<{ key: string; record: string; size: number | null }>;
}
