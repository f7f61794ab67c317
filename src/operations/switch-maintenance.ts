import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Context } from '#kernel/work/context.ts';
import { maintenanceKey } from '#kernel/work/maintenance.ts';
import { systemCaller, type UnitOfWork } from '#kernel/work/unit-of-work.ts';

const caller = systemCaller('maintenance');

// Every instance knows within a second.
const knownWithinMs = 1000;
const pollEveryMs = 250;

/** Whether the office is only read. */
export const isMaintenance = (work: UnitOfWork): Promise<boolean> =>
  work.read(caller, async (ctx) => (await stored(ctx)) === true);

const stored = async ({ db }: Context): Promise<unknown> =>
  (await db.selectFrom('setting').select('value').where('key', '=', maintenanceKey).executeTakeFirst())?.value;

/** Switches it, with its audit row; false if it was so already. */
export function switchMaintenance(work: UnitOfWork, on: boolean): Promise<boolean> {
  return work.write(caller, async (ctx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`setting:${maintenanceKey}`}, 0))`.execute(ctx.db);
    const before = (await stored(ctx)) === true;
    if (before === on) return false;
    const value = JSON.stringify(on);
    await ctx.db
      .insertInto('setting')
      .values({ key: maintenanceKey, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute();
    ctx.audit({ entity: 'setting', id: maintenanceKey, action: 'setting.updated', before, after: on });
    ctx.changed('setting', maintenanceKey);
    return true;
  });
}

/**
 * Waits until every instance knows and the writes and jobs in progress have ended; false if some have not within `ms`.
 * The queue's own bookkeeping goes on, in transactions too short to count.
 */
export async function awaitQuiet(work: UnitOfWork, ms: number): Promise<boolean> {
  await sleep(knownWithinMs);
  const deadline = Date.now() + ms;
  for (;;) {
    const { rows } = await work.read(caller, ({ db }) =>
      sql<{ writing: number }>`
        select count(*) as writing from pg_stat_activity
        where datname = current_database() and application_name = 'library-office' and pid <> pg_backend_pid()
          and state <> 'idle' and (backend_xid is not null or state like 'idle in transaction%')`.execute(db),
    );
    if (rows[0]?.writing === 0) return true;
    if (Date.now() > deadline) return false;
    await sleep(pollEveryMs);
  }
}
