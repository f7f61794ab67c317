import { sql } from 'kysely';
import { undoableBooks } from '#features/book/book-act.public.ts';
import { referenceColumns } from '#features/book/book-fields.public.ts';
import type { Acts } from '#kernel/records/act-undo.ts';
import { storeEffects } from '#kernel/records/acts.ts';
import { untouchedRecords } from '#kernel/records/undo.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { actorName } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import { leaveBookFiles } from '../book-files.service.ts';
import { plainFields } from './staged-rows.store.ts';

const bidx = sql`(d.undo ->> 'bidx')::integer`;

/** Removes the books that the act `of` created and nobody has touched since, with their files, except `held` (bids). */
export async function removeMadeBooks(
  ctx: Context,
  storage: Storage,
  { act, inUse, ...part }: Acts & { inUse: readonly string[] },
): Promise<number> {
  const made = sql`
    (${untouchedRecords(part, undoableBooks)}) d where d.before is null and not d.record_id = any(${inUse}::text[])`;
  await leaveBookFiles(ctx, storage, sql`select ${bidx} from ${made}`);
  const result = await sql`
    with made as materialized (select ${bidx} as bidx, d.record_id, d.after from ${made}),
    gone as (delete from book using made where book.bidx = made.bidx returning made.record_id, made.after)
    ${storeEffects(act, 'book', { from: sql`gone`, id: sql`record_id`, before: sql`after` })}`.execute(ctx.db);
  return Number(result.numAffectedRows ?? 0);
}

const restorePlain = (name: string, integer: boolean) => {
  const old = sql`nullif(d.before ->> ${sql.lit(name)}, '')`;
  const value = integer ? sql`${old}::integer` : old;
  return sql`${sql.ref(name)} = case when d.before ? ${sql.lit(name)} then ${value} else b.${sql.ref(name)} end`;
};

/** Restores the previous values of the books that the act `of` changed and nobody has touched since. */
export async function restoreChangedBooks(ctx: Context, { act, ...part }: Acts): Promise<number> {
  const references = Object.entries(referenceColumns);
  const result = await sql`
    with done as materialized (${untouchedRecords(part, undoableBooks)}),
    restored as (update book b set
      ${sql.join([
        ...plainFields.filter(({ name }) => name !== 'bid').map(({ name, isWhole }) => restorePlain(name, isWhole)),
        ...references.map(([name, column], index) => {
          // A level belongs to a series: the two are restored together.
          const names = column === 'ser_idx' || column === 'lev_idx' ? ['series', 'level'] : [name];
          const had = sql`d.before ?| array[${sql.join(names.map((one) => sql.lit(one)))}]`;
          return sql`${sql.ref(column)} = case when ${had} then (d.undo -> 'keys' ->> ${sql.lit(index)})::integer else b.${sql.ref(column)} end`;
        }),
      ])},
      version = b.version + 1,
      revision = b.revision + 1,
      updated_at = ${ctx.now.toISOString()}::timestamptz,
      updated_by = ${actorName(ctx.actor)}
    from done d
    where d.before is not null and b.bidx = ${bidx}
    returning d.record_id, d.before, d.after)
    ${storeEffects(act, 'book', { from: sql`restored`, id: sql`record_id`, before: sql`after`, after: sql`before` })}`.execute(
    ctx.db,
  );
  return Number(result.numAffectedRows ?? 0);
}
