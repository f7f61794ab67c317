import { sql } from 'kysely';
import { listStoredKeys } from '#kernel/records/stored-keys.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { Context } from '#kernel/work/context.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { findIds, subjectKinds, subjectTable } from './subjects.store.ts';

// How many threads are looked at in one transaction.
const sweptAtOnce = 1000;

/** Deletes every night the threads of records that are deleted and that no undo can bring back any more. */
export function sweepNightly({ jobs, work, config }: Pick<Kernel, 'jobs' | 'work' | 'config'>): void {
  jobs.repeat('thread.sweep', { cron: '27 4 * * *', timeZone: config.timeZone }, async ({ signal }) => {
    for (const kind of subjectKinds) {
      let after: number | null = 0;
      while (after !== null) {
        signal.throwIfAborted();
        after = await sweepAfter(work, kind, after);
      }
    }
  });
}

const sweepAfter = (work: Kernel['work'], kind: string, after: number): Promise<number | null> =>
  work.write(systemCaller('thread.sweep'), (ctx) => sweepThreads(ctx, kind, after));

/** Looks at some threads of a kind of record. Answers after which one to go on, or null after the last. */
export async function sweepThreads(ctx: Context, kind: string, after: number): Promise<number | null> {
  const { rows } = await sql<{ thread_idx: number; record_key: string }>`
    select thread_idx, record_key from thread where kind = ${kind} and thread_idx > ${after}
    order by thread_idx limit ${sweptAtOnce}`.execute(ctx.db);
  const keys = [...new Set(rows.map(({ record_key }) => record_key))];
  const there = await findIds(ctx.db, kind, keys);
  const missing = keys.filter((key) => !there.has(key));
  const of = subjectTable(kind);
  // Read after the records: one that is deleted in between is stored by then.
  const stored = of ? await listStoredKeys(ctx.db, of, missing) : new Set();
  const gone = missing.filter((key) => !stored.has(key));
  if (gone.length > 0)
    await sql`delete from thread where kind = ${kind} and record_key = any(${gone}::text[])`.execute(ctx.db);
  return rows.length < sweptAtOnce ? null : (rows.at(-1)?.thread_idx ?? null);
}
