import { sql } from 'kysely';
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
  const { rows } = await sql<{ ver_idx: number }>`
    select v.ver_idx from audit a join version v on v.entity = a.entity and v.entity_id = a.entity_id and v.at = a.at
    where a.act_idx = ${act}::bigint and v.entity = ${entity} and v.restores is not null
    limit 1`.execute(ctx.db);
  if (!rows[0]) throw commonMessages.error(409, 'undo.impossible');
  return rows[0].ver_idx;
}

/**
 * The items of a growing part that were changed after a version, by their keys. What an act did that was undone does not
 * count, nor does its undo.
 */
export async function findChangedSince(
  ctx: Context,
  { entity, id }: Versioned,
  part: string,
  verIdx: number,
): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    with acts as (
      select (d.undo ->> 'ver_idx')::integer as ver_idx, a.undoes, (r.undo ->> 'ver_idx')::integer as undone_by
      from act_record d
      join audit a on a.act_idx = d.act_idx
      left join audit u on u.undoes = d.act_idx
      left join act_record r on r.act_idx = u.act_idx and r.entity = d.entity and r.record_id = d.record_id
      where d.entity = ${entity} and d.record_id = ${String(id)} and d.undo ? 'ver_idx'
    ),
    changed as (
      select v.ver_idx, e.change -> 'path' ->> 1 as key
      from version v cross join jsonb_array_elements(v.changes) e (change)
      where v.entity = ${entity} and v.entity_id = ${String(id)} and v.ver_idx > ${verIdx}
        and v.summary ? ${part} and e.change -> 'path' ->> 0 = ${part}
    )
    select distinct c.key from changed c left join acts using (ver_idx)
    where acts.undoes is null and not exists (
      select from changed o where o.ver_idx = acts.undone_by and o.key = c.key)`.execute(ctx.db);
  return new Set(rows.map(({ key }) => key));
}
