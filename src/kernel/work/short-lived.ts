import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { inSeconds } from '../text/seconds.rules.ts';
import type { Context } from './context.ts';
import { systemCaller, type UnitOfWork } from './unit-of-work.ts';

/** Rows of a table that are of no use after a time. They go every night, as declared here and nowhere else. */
export interface ShortLived {
  table: string;
  /** The column with the time that counts: a timestamp or, with `numeric`, seconds since 1970. */
  at: string;
  numeric?: true;
  /** After how long a row goes. Seconds. */
  lifetime: number;
  /** A later time of the row which must be as long ago. Then `at` only helps to find the rows. */
  endedAt?: string;
  /** Which of them go, as a condition on a row called `t`; the others stay, however old they are. */
  only?: RawBuilder<unknown>;
  /** The index that begins with `at`; null if the table never has so many rows that reading all of them matters. */
  index: string | null;
  /** How many go in one transaction, if rows are larger than usual. */
  atOnce?: number;
}

/** For times that are declared in days. */
export const daySeconds = 86_400;

const usuallyAtOnce = 10_000;

/**
 * Removes what has outlived its time, oldest first and a bounded number in each transaction. Between two it throws the
 * reason of an aborted signal; what went until then is gone. Returns how many rows went.
 */
export async function removeShortLived(
  work: Pick<UnitOfWork, 'write'>,
  one: ShortLived,
  signal?: AbortSignal,
): Promise<number> {
  const { atOnce = usuallyAtOnce } = one;
  for (let removed = 0; ; ) {
    signal?.throwIfAborted();
    const gone = await work.write(systemCaller('prune'), (ctx) => removeSome(ctx, one));
    removed += gone;
    if (gone < atOnce) return removed;
  }
}

/** Removes, in the transaction of a context, as many as go at once; returns how many went. */
export const removeSome = ({ db, now }: Context, one: ShortLived): Promise<number> =>
  removeOldest(db, { table: one.table, order: one.at, where: outlived(one, now) }, one.atOnce ?? usuallyAtOnce);

function outlived({ at, numeric, lifetime, endedAt, only }: ShortLived, now: Date): RawBuilder<unknown> {
  const seconds = inSeconds(now) - lifetime;
  const until = numeric
    ? sql`${seconds}::bigint`
    : sql`${new Date(now.getTime() - lifetime * 1000).toISOString()}::timestamptz`;
  const before = [at, ...(endedAt === undefined ? [] : [endedAt])].map(
    (column) => sql`t.${sql.ref(column)} <= ${until}`,
  );
  return sql.join([...before, ...(only ? [sql`(${only})`] : [])], sql` and `);
}

/** The rows of a table, called `t`, that a condition holds for, and the column by whose order they go. */
export interface OldRows {
  table: string;
  where: RawBuilder<unknown>;
  order: string;
}

/** Removes the first rows by their order, at most so many, and passes over what somebody uses; returns how many. */
export async function removeOldest(
  db: QueryExecutorProvider,
  { table, where, order }: OldRows,
  atMost: number,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with old as materialized (
      select t.ctid as place from ${sql.table(table)} t where ${where}
      order by t.${sql.ref(order)} limit ${atMost}::integer for update skip locked)
    delete from ${sql.table(table)} t using old where t.ctid = old.place`.execute(db);
  return Number(numAffectedRows);
}
