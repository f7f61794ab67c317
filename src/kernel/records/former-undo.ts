import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { commonMessages } from '../messages/common.messages.ts';
import type { Context } from '../work/context.ts';
import type { ActUndo } from './act-undo.ts';
import { getAct, storeEffects } from './acts.ts';
import { requireNothingSince, undoneBy } from './fields-undo.ts';

/** Stores with an act what a record was before it, where the trail does not say it exactly; for {@link formerUndo}. */
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
export async function findFormer(
  { db }: Context,
  act: number,
  { entity, id }: { entity: string; id: string },
): Promise<never> {
  const { rows } = await sql<{ former: never }>`
    select undo as former from act_record
    where act_idx = ${act}::bigint and entity = ${entity} and record_id = ${id} and undo is not null`.execute(db);
  const [row] = rows;
  if (!row) throw commonMessages.error(409, 'undo.impossible');
  return row.former;
}

/**
 * Undoes an act that stored what its record was: `restore` writes that, under the rules of its kind. Refused once the record
 * was changed; with `isPart`, other changes do not matter, and `restore` answers whether its part was as the act left it.
 */
export const formerUndo = (
  restore: (ctx: Context, id: string, former: never) => Promise<unknown>,
  { isPart = false }: { isPart?: boolean } = {},
): ActUndo => ({
  ...(!isPart && { require: requireNothingSince }),
  foresee: async () => ({ back: 1, kept: 0, first: [] }),
  undo: async (ctx, { of, act }) => {
    const { entity, entity_id: id } = await getAct(ctx, of);
    const former = await findFormer(ctx, of, { entity, id });
    let isAsLeft = false;
    const done = await undoneBy(ctx, { entity, id, act }, async (inner) => {
      isAsLeft = (await restore(inner, id, former)) !== false;
    });
    // The record is locked now: a change in between is somebody else's.
    if (!isPart || !isAsLeft) await requireNothingSince(ctx, of);
    return done;
  },
});
