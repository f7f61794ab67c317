import { sql } from 'kysely';
import { keepRecords } from '#kernel/acts.ts';
import type { Context } from '#kernel/context.ts';
import { collectionEntity } from '../collection-record.service.ts';

interface ContentsAct {
  cid: string;
  /** The version it created. */
  verIdx: number;
  before?: object;
  after?: object;
}

/** Stores which version an act created; its undo reads from there what the act did. */
export async function keepContentsAct(ctx: Context, act: number, done: ContentsAct): Promise<void> {
  const { cid, verIdx, before, after } = done;
  const json = (value: object | undefined) => sql`${value ? JSON.stringify(value) : null}::jsonb`;
  const sides = { before: json(before), after: json(after), undo: json({ ver_idx: verIdx }) };
  await keepRecords(act, collectionEntity, { from: sql`(select) one`, id: sql`${cid}::text`, ...sides }).execute(
    ctx.db,
  );
}

/** The collection of an act, and the version the act created. */
export async function findContentsAct(ctx: Context, act: number): Promise<{ cid: string; verIdx: number }> {
  const { rows } = await sql<{ cid: string; verIdx: number }>`
    select record_id as cid, (undo ->> 'ver_idx')::integer as "verIdx"
    from act_record where act_idx = ${act}::bigint and entity = ${collectionEntity}`.execute(ctx.db);
  return rows[0] ?? { cid: '', verIdx: 0 };
}

/**
 * The items, by key, that versions of a collection added or removed after a version. What an act did that was undone
 * does not count, nor does its undo.
 */
export async function findItemsSince(ctx: Context, cid: string, verIdx: number): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    with acts as (
      select (d.undo ->> 'ver_idx')::integer as ver_idx, a.undoes, undone.ver_idx as undone_by
      from act_record d
      join audit a on a.act_idx = d.act_idx
      left join lateral (
        select (r.undo ->> 'ver_idx')::integer as ver_idx from audit u
        join act_record r on r.act_idx = u.act_idx and r.entity = d.entity and r.record_id = d.record_id
        where u.undoes = d.act_idx
      ) undone on true
      where d.entity = ${collectionEntity} and d.record_id = ${cid} and d.undo ? 'ver_idx'
    ),
    exchanged as (
      select v.ver_idx, e.change -> 'path' ->> 1 as key
      from version v cross join jsonb_array_elements(v.changes) e (change)
      where v.entity = ${collectionEntity} and v.entity_id = ${cid} and v.ver_idx > ${verIdx}
        and v.summary ? 'contents' and e.change -> 'path' ->> 0 = 'contents'
    )
    select distinct x.key from exchanged x left join acts using (ver_idx)
    where acts.undoes is null and not exists (
      select from exchanged o where o.ver_idx = acts.undone_by and o.key = x.key)`.execute(ctx.db);
  return new Set(rows.map(({ key }) => key));
}
