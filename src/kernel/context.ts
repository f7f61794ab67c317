import type { Actor } from './auth/actor.ts';
import type { Database } from './db/database.ts';
import type { Histories } from './histories.ts';
import type { Locale } from './i18n/locale.ts';
import type { Translate, Words } from './i18n/messages.ts';

/** One line of the audit trail; `before` and `after` hold only what tells the change. */
export interface AuditEntry {
  entity: string;
  id: string | number;
  action: string;
  before?: unknown;
  after?: unknown;
  reason?: string | undefined;
  /** The act on many records that this row stands for; see `acts.ts`. */
  act?: number;
}

/**
 * All that a service may use: the one database handle in reach, the clock, who acts and in which language. In a write
 * `db` is the transaction; audit rows and changes recorded here are stored just before it commits.
 */
export interface Context {
  readonly db: Database;
  readonly actor: Actor;
  readonly now: Date;
  readonly locale: Locale;
  /** The time zone that days and times are shown in. */
  readonly timeZone: string;
  readonly requestId: string;
  /** Which parts tell in the history of their record, and count where one asks who changed it last. */
  readonly histories: Histories;
  /** A translator for the caller's language, typed by a feature's words: `ctx.translate<BookWords>()('book.title')`. */
  translate<W extends Words>(): Translate<W>;
  /** Translates a key that is data, such as the problem of a cell; an unknown key is answered as it is. */
  text(key: string, values?: Record<string, unknown>): string;
  audit(entry: AuditEntry): void;
  /** Tells readers and other instances that a record changed; no id means many of the kind. */
  changed(kind: string, id?: string | number): void;
  /** Runs after the commit, never when it is rolled back; a failure there is logged and changes nothing. */
  afterCommit(act: () => void | Promise<void>): void;
}
