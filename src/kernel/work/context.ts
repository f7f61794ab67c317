import type { OpaqueIds } from '../config/opaque-ids.ts';
import type { Database } from '../db/database.ts';
import type { Locale } from '../messages/locale.ts';
import type { Translate, Words } from '../messages/messages.ts';
import type { Actor } from './actor.ts';
import type { Approval, GivenCall, Proposal } from './approval.ts';
import type { CachedRead } from './cached-reads.ts';

/** One row of the audit trail; `before` and `after` contain only what changed. */
export interface AuditEntry {
  entity: string;
  id: string | number;
  action: string;
  before?: unknown;
  after?: unknown;
  reason?: string | undefined;
  /** Another record whose history this belongs to: a word is part of its book. */
  of?: { entity: string; id: string | number } | undefined;
  /** The act that this row belongs to; see `acts.ts`. */
  act?: number;
  /** The act that this one undoes; see `undos.ts`. */
  undoes?: number;
  /** The act that this one undoes for some of its records. */
  undoesSome?: number;
  /** A larger act, of which this one is a part: the application of a release, or its undo. */
  partOf?: number;
  /** Who approved the act that the actor had planned. */
  approvedBy?: string;
  /** The assistant of the actor that had proposed it. */
  assistant?: string;
}

/** What runs after a commit. */
export type AfterCommit = (write: <T>(act: (ctx: Context) => Promise<T>) => Promise<T>) => void | Promise<void>;

/**
 * Everything a service may use: its only database handle, the clock, the actor and language. In a write `db` is the
 * transaction; audit rows and changes recorded here are stored just before it commits.
 */
export interface Context {
  readonly db: Database;
  readonly actor: Actor;
  /** When the work began, by the database's clock: what takes effect by time is judged by it, never by the process's. */
  readonly now: Date;
  readonly locale: Locale;
  /** The time zone for days and times. */
  readonly timeZone: string;
  readonly requestId: string;
  /** The act that does the work of services, such as an undo: what they would begin as acts of their own belongs to it. */
  readonly act?: number;
  /** References to IDs of other systems, which stand for them in addresses. */
  readonly refs: OpaqueIds;
  /** The browser tab that the work was asked for in. */
  readonly tab?: string | undefined;
  /** The call of staff that asks for the work, if it can be made again: jobs take it along. */
  readonly call?: GivenCall | undefined;
  /** The approval under which planned work is done. */
  readonly approval?: Approval | undefined;
  /** The assistant that has proposed what a job goes on with. */
  readonly assistant?: string | undefined;
  /** Set if the work is only tried: it is planned, and rolled back. */
  readonly proposal?: Proposal | undefined;
  /** Whether the work is only done to be shown, and rolled back. */
  readonly isShown?: boolean;
  /** A translator for the caller's language, typed by a feature's words: `ctx.translate<BookWords>()('book.title')`. */
  translate<W extends Words>(): Translate<W>;
  /** Translates a key from data, such as the problem of a cell; an unknown key is returned as is. */
  text(key: string, values?: Record<string, unknown>): string;
  /** Reads something, or returns what the process has cached of it if nothing has changed since; never in a write. */
  cached<T>(what: CachedRead<T>): Promise<T>;
  audit(entry: AuditEntry): void;
  /** Records a change for readers and other instances; without an id, it stands for many records of the kind. */
  changed(kind: string, id?: string | number): void;
  /**
   * Runs after the commit, never after a rollback; an error is logged and has no other effect. It may write once more, on
   * behalf of the product.
   */
  afterCommit(act: AfterCommit): void;
}
