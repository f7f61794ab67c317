import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { OpaqueIds } from '../config/opaque-ids.ts';
import type { Database } from '../db/database.ts';
import { sqlState } from '../db/failures.ts';
import { Replayed } from '../db/replayed.ts';
import type { Catalogues } from '../messages/catalogues.ts';
import { defaultLocale, type Locale } from '../messages/locale.ts';
import { type Actor, staffOf, systemActor } from './actor.ts';
import type { Approval, GivenCall, Proposal } from './approval.ts';
import type { Judge } from './approval-needed.ts';
import { type Cached, CachedReads, uncached } from './cached-reads.ts';
import type { AfterCommit, AuditEntry, Context } from './context.ts';
import { noteSeconds, noteWrite } from './note-write.ts';
import { OnlyShown, type Shows, shownLockWaitMs } from './only-shown.ts';
import { onlyAct, Recorded, type Recorder, refused, storeRecorded } from './recorded.ts';
import type { Replica } from './replica.ts';
import { type OnPosition, TaskQueue } from './task-queue.ts';

/** The caller, the language and the request id. */
export interface Caller {
  actor: Actor;
  locale: Locale;
  requestId: string;
  /** The browser tab that the request comes from. */
  tab?: string | undefined;
  /** Where the change feed of the primary stood shortly before; what is cached of that library may be used. */
  head?: string;
  /** The call of staff that asks for the work, if it can be made again. */
  call?: GivenCall | undefined;
  /** Under which planned work is done. */
  approval?: Approval | undefined;
  /** The assistant that has proposed what a job goes on with: each row of the trail names it. */
  assistant?: string | undefined;
  /** The work is only tried, for a plan: nothing of it is ever committed. */
  proposal?: Proposal | undefined;
  /** The work is only done to be shown to this: nothing of it is ever committed. */
  shows?: Shows | undefined;
}

/** The caller of work without a user: jobs and process start. */
export const systemCaller = (requestId: string): Caller => ({
  actor: systemActor,
  locale: defaultLocale,
  requestId,
});

/** What {@link UnitOfWork} needs from the process. */
interface UnitOfWorkParts {
  db: Database;
  readDb: Database;
  /** The databases for programs, who may use only a part of the connections. */
  programs?: { db: Database; readDb: Database };
  /** Says whether the replica answers. */
  replica?: Replica | undefined;
  /** A separate pool of `longTaskLimit` connections, for work that holds one for many seconds. */
  longDb?: Database;
  /** The database's clock; see `db/database-clock.ts`. */
  clock: () => Date;
  timeZone: string;
  catalogues: Catalogues;
  /** Absent where no screen and no call is answered. */
  refs?: OpaqueIds;
  onError: (error: unknown) => void;
  /** Whether what an audit row tells can be undone: it then gets the number of an act. */
  isUndoable?: (entry: AuditEntry) => boolean;
}

const noSecrets = {
  all(): never {
    throw new Error('UnitOfWork.context: references were asked for in work that was opened without them');
  },
};
const noRefs = new OpaqueIds(noSecrets, '');

/** How many long tasks run at a time in one process. */
export const longTaskLimit = 3;

/** The kind of write: `long` work takes many seconds and queues for one of the few connections reserved for it. */
interface WriteOptions {
  long?: boolean;
  onPosition?: OnPosition | undefined;
  /** Told after the commit if the work was one act: its number, for undoing it. */
  onAct?: (act: number) => void;
  /** Told after the commit if what was scheduled waits for an approval: its number. */
  onApproval?: (apprIdx: number) => void;
}

const retryable = new Set(['40001', '40P01']);
const attempts = 3;

// A note covers the writes of the next second; commits of about the same time may be replayed in another order.
const coveredSeconds = noteSeconds + 1;

const uncertain = new WeakSet<object>();

/** Whether a transaction with this error may have committed after all: its connection was lost during the commit. */
export const mayHaveCommitted = (error: unknown): boolean => error instanceof Error && uncertain.has(error);

// Random, so that two conflicting transactions do not collide again. Milliseconds.
const pauseMs = (attempt: number) => attempt * (10 + 40 * Math.random());

/** An error reported by the database means that nothing was committed; any other error means a lost connection. */
const isRefusal = (error: Error) => error instanceof pg.DatabaseError && !/^(08|57P)/.test(sqlState(error));

/**
 * Creates contexts: {@link read} without a transaction, on the replica if the data may lag and the caller has not just
 * written; {@link write} in one transaction.
 */
export class UnitOfWork {
  private readonly parts: UnitOfWorkParts & { longDb: Database };
  private readonly queue = new TaskQueue(longTaskLimit);
  private readonly replayed: Replayed;
  private readonly cachedReads = new CachedReads();
  private judge: Judge | undefined;

  constructor(parts: UnitOfWorkParts) {
    this.parts = { longDb: parts.db, ...parts };
    this.replayed = new Replayed(parts.readDb);
  }

  /** Asks before every commit whether another person has to approve what was done. */
  judgeWith(judge: Judge): void {
    this.judge = judge;
  }

  /** With `snapshot`, everything is read as of one moment: figures beside rows agree with them. */
  async read<T>(
    caller: Caller,
    act: (ctx: Context) => Promise<T>,
    options: { replica?: boolean; snapshot?: boolean } = {},
  ): Promise<T> {
    const { db, readDb } = this.databasesOf(caller);
    const { replica } = this.parts;
    const readFrom = (from: Database) => {
      // Where the feed of the primary stood says nothing of a replica.
      const head = from === db ? caller.head : undefined;
      const readOn = (on: Database, cached: Cached) => act(this.context(caller, on, refused, cached));
      return options.snapshot
        ? this.cachedReads.readMoment(from, head, readOn)
        : this.cachedReads.read(from, head, readOn);
    };
    if (!options.replica || readDb === db || replica?.isAway || !(await this.mayLag(caller))) return readFrom(db);
    try {
      return await readFrom(readDb);
    } catch (error) {
      if (!(await replica?.isLost(error))) throw error;
      return readFrom(db);
    }
  }

  /** Whether the replica has everything that this person has written, however far behind it is. */
  private async mayLag({ actor }: Caller): Promise<boolean> {
    const staff = staffOf(actor);
    if (staff?.wroteAt === undefined) return !staff?.justWrote;
    return !staff.justWrote && this.replayed.has(staff.wroteAt + coveredSeconds);
  }

  /** Runs `act` in a transaction and stores its audit and change rows with it; retries after a deadlock. */
  write<T>(caller: Caller, act: (ctx: Context) => Promise<T>, options: WriteOptions = {}): Promise<T> {
    const { long, onPosition } = options;
    if (!long) return this.writeOn(this.databasesOf(caller).db, caller, act, options);
    return this.queue.run(() => this.writeOn(this.parts.longDb, caller, act, options), { onPosition });
  }

  private databasesOf({ actor }: Caller): { db: Database; readDb: Database } {
    return 'keyIdx' in actor ? (this.parts.programs ?? this.parts) : this.parts;
  }

  private async writeOn<T>(
    db: Database,
    caller: Caller,
    act: (ctx: Context) => Promise<T>,
    options: WriteOptions,
  ): Promise<T> {
    const { onAct, onApproval } = options;
    for (let attempt = 1; ; attempt++) {
      const records = new Recorded();
      let committing = false;
      let awaited: number | undefined;
      try {
        const result = await db.transaction().execute(async (trx) => {
          const ctx = this.context(caller, trx, records, uncached);
          if (caller.shows) await waitBriefly(trx);
          const value = await act(ctx);
          if (caller.shows) {
            await caller.shows(ctx, records.entries);
            throw new OnlyShown();
          }
          if (records.entries.length > 0 || caller.proposal) awaited = await this.judge?.(ctx, records.entries);
          if (caller.proposal) throw new Error('UnitOfWork.write: what is proposed must not be committed');
          // Whoever waits for a job may see its end before anything that runs after the commit.
          if (options.long) await this.noteWrite(caller, trx);
          committing = true;
          await storeRecorded(trx, ctx, records, this.parts.isUndoable);
          return value;
        });
        await this.runAfterCommit(caller, [() => this.noteWrite(caller, this.parts.db), ...records.acts]);
        const only = onlyAct(records.entries);
        if (only !== undefined) onAct?.(only);
        if (awaited !== undefined) onApproval?.(awaited);
        return result;
      } catch (error) {
        if (committing && error instanceof Error && !isRefusal(error)) uncertain.add(error);
        if (attempt >= attempts || !retryable.has(sqlState(error))) throw error;
        await sleep(pauseMs(attempt));
      }
    }
  }

  private context(caller: Caller, db: Database, records: Recorder, cached: Cached): Context {
    const { catalogues, clock, refs = noRefs, timeZone } = this.parts;
    return {
      db,
      actor: caller.actor,
      locale: caller.locale,
      timeZone,
      requestId: caller.requestId,
      tab: caller.tab,
      call: caller.call,
      approval: caller.approval,
      proposal: caller.proposal,
      assistant: caller.assistant,
      isShown: caller.shows !== undefined,
      now: clock(),
      refs,
      translate: () => catalogues.translator(caller.locale),
      text: (key, values) => catalogues.text(caller.locale, key, values),
      cached,
      audit: (entry) => records.audit(entry),
      changed: (kind, id) => records.changed(kind, id),
      afterCommit: (act) => records.afterCommit(act),
    };
  }

  // Usually outside the transaction, in which writes of one person would block each other.
  private async noteWrite({ actor }: Caller, on: Database): Promise<void> {
    const { db, readDb, clock } = this.parts;
    const staff = staffOf(actor);
    if (staff && readDb !== db) await noteWrite(on, staff.staffIdx, clock());
  }

  private async runAfterCommit({ requestId }: Caller, acts: readonly AfterCommit[]): Promise<void> {
    for (const act of acts) {
      try {
        await act((later) => this.write(systemCaller(requestId), later));
      } catch (error) {
        this.parts.onError(error);
      }
    }
  }
}

const waitBriefly = (trx: Database) =>
  sql`select set_config('lock_timeout', ${`${shownLockWaitMs}ms`}, true)`.execute(trx);
