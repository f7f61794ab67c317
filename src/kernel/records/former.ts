import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { commonMessages } from '../messages/common.messages.ts';
import type { Context } from '../work/context.ts';
import { storeEffects } from './acts.ts';

/** Stores with an act what a record was before it, where the trail does not say it exactly: its undo writes that. */
export async function storeFormer(
  db: Database,
  act: number,
  { entity, id }: { entity: string; id: string | number },
  former: object,
): Promise<void> {
  const done = { from: sql`(select) one`, id: sql`${String(id)}::text`, undo: sql`${JSON.stringify(former)}::jsonb` };
  await storeEffects(act, entity, done).execute(db);
}

/** What a record was before an act that stored it. */
export async function findFormer(ctx: Context, act: number, record: { entity: string; id: string }): Promise<never> {
  const former = await findIfStored<never>(ctx, act, record);
  if (former === undefined) throw commonMessages.error(409, 'undo.impossible');
  return former;
}

/** What a record was before an act, if that stored it with `storeFormer`; undefined otherwise. */
export async function findIfStored<Former>(
  { db }: Context,
  act: number,
  { entity, id }: { entity: string; id: string },
): Promise<Former | undefined> {
  const { rows } = await sql<{ former: Former }>`
    select undo as former from act_record
    where act_idx = ${act}::bigint and entity = ${entity} and record_id = ${id} and undo is not null`.execute(db);
  return rows[0]?.former;
}
