import { sql } from 'kysely';
import { storeEffects } from '../records/acts.ts';
import { isUndoneAlone } from '../records/undo.ts';
import type { Step } from '../records/undoable.ts';
import type { Context } from '../work/context.ts';

/** What is done to records of a kind within an act on many: its effects, instead of rows of the trail. */
export interface NotedEffects {
  /** For the services that do it. */
  within: Context;
  /** The ids of the records that were changed so far. */
  ids: () => string[];
  /** Stores the effects with the act, and with each what its undo needs. */
  store: (act: number, records?: Step['records']) => Promise<void>;
}

/** Notes what is done to records of a kind; what is told of others is told as part of the act. */
export function notingEffects(ctx: Context, entity: string, partOf: number): NotedEffects {
  const effects = new Map<string, { before: object; after: object }>();
  const audit: Context['audit'] = (entry) => {
    if (entry.entity !== entity || entry.act !== undefined) return ctx.audit({ ...entry, partOf });
    const known = effects.get(String(entry.id));
    const before = { ...Object(entry.before), ...known?.before };
    effects.set(String(entry.id), { before, after: { ...known?.after, ...Object(entry.after) } });
  };
  return {
    within: { ...ctx, audit },
    ids: () => [...effects.keys()],
    store: async (act, records = []) => {
      const undo = new Map(records.map(({ id, before, after }) => [id, { before, after }]));
      const rows = [...effects].map(([id, sides]) => ({ id, ...sides, undo: undo.get(id) ?? null }));
      if (rows.length === 0) return;
      await sql`${storeEffects(act, entity, {
        from: sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (id text, before jsonb, after jsonb, undo jsonb)`,
        id: sql`e.id`,
        before: sql`e.before`,
        after: sql`e.after`,
        undo: sql`nullif(e.undo, 'null')`,
      })}`.execute(ctx.db);
    },
  };
}

/** What an act did to records of a kind, or to some of them, without those for which it was undone alone. */
export async function effectsOf(
  ctx: Context,
  { act, entity, only }: { act: number; entity: string; only?: readonly string[] | undefined },
): Promise<Step['records']> {
  const { rows } = await sql<Step['records'][number]>`
    select d.record_id as id, d.undo -> 'before' as before, d.undo -> 'after' as after from act_record d
    where d.act_idx = ${act}::bigint and d.entity = ${entity} and d.undo is not null
      ${only ? sql`and d.record_id = any(${only}::text[])` : sql``}
      and not ${isUndoneAlone(sql`${entity}::text`, sql`d.record_id`, sql`${act}::bigint`)}
    order by d.record_id`.execute(ctx.db);
  return rows;
}
