import { type RawBuilder, sql } from 'kysely';
import { commonMessages } from '../messages/common.messages.ts';
import type { Context } from '../work/context.ts';
import { storeEffects } from './acts.ts';
import type { Versioned } from './versions.ts';

/*
 * Acts that create a version of one record. The version already has what the act did to a growing part, so the act stores
 * only which one it is.
 */

interface VersionAct {
  /** The version it created. */
  verIdx: number;
  before?: object;
  after?: object;
}

/** Stores which version of a record an act created. */
export async function storeVersionAct(ctx: Context, act: number, record: Versioned, done: VersionAct): Promise<void> {
  const { entity, id } = record;
  const { verIdx, before, after } = done;
  const json = (value: object | undefined) => sql`${value ? JSON.stringify(value) : null}::jsonb`;
  const sides = { before: json(before), after: json(after), undo: json({ ver_idx: verIdx }) };
  await storeEffects(act, entity, { from: sql`(select) one`, id: sql`${String(id)}::text`, ...sides }).execute(ctx.db);
}

/** The record of an act, and the version the act created. */
export async function findVersionAct(
  ctx: Context,
  act: number,
  entity: string,
): Promise<{ id: string; verIdx: number }> {
  const { rows } = await sql<{ id: string; verIdx: number }>`
    select record_id as id, (undo ->> 'ver_idx')::integer as "verIdx"
    from act_record where act_idx = ${act}::bigint and entity = ${entity}`.execute(ctx.db);
  return rows[0] ?? { id: '', verIdx: 0 };
}

/** The version that an act made which restored another one. Acts of earlier releases do not say which one is theirs. */
export async function findRestoring(ctx: Context, act: number, entity: string): Promise<number> {
  const { verIdx } = await findVersionAct(ctx, act, entity);
  if (verIdx > 0) return verIdx;
  const [found] = await listVersionsBy(ctx, act, { entity, and: sql`v.restores is not null` });
  if (!found) throw commonMessages.error(409, 'undo.impossible');
  return found.verIdx;
}

/**
 * The versions that an act made of a record of this kind, its own unless one is named: those of its time, each with the one before
 * it, in their order.
 */
export async function listVersionsBy(
  { db }: Context,
  act: number,
  { entity, id, and = sql`true` }: { entity: string; id?: string; and?: RawBuilder<unknown> },
): Promise<{ verIdx: number; before: number | null }[]> {
  const { rows } = await sql<{ verIdx: number; before: number | null }>`
    select v.ver_idx as "verIdx", (
      select max(p.ver_idx) from version p
      where p.entity = v.entity and p.entity_id = v.entity_id and p.ver_idx < v.ver_idx) as before
    from audit a join version v on v.entity_id = ${id ?? sql`a.entity_id`} and v.at = a.at
    where a.act_idx = ${act}::bigint and v.entity = ${entity} and ${and}
    order by v.ver_idx`.execute(db);
  return rows;
}
