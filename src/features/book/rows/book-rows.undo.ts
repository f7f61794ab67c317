import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#kernel/context.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { leaveFiles } from '../book-files.service.ts';
import { plainFields } from './book-rows.sql.ts';
import { referenceColumns } from '../book-fields.ts';

/** What was done to books: `bidx, version, before jsonb, keys integer[]`; before null means the book was made. */
export type DoneRows = RawBuilder<unknown>;

/** Removes the books that were made and nobody has touched since, with their files, but those in `held`. */
export async function removeMadeBooks(
  ctx: Context,
  storage: Storage,
  done: DoneRows,
  held: readonly number[],
): Promise<number> {
  const made = sql`
    select b.bidx from book b join (${done}) d on d.bidx = b.bidx
    where d.before is null and b.version = d.version and not b.bidx = any(${held}::integer[])`;
  await leaveFiles(ctx, storage, made);
  const result = await sql`delete from book where bidx in (${made})`.execute(ctx.db);
  return Number(result.numAffectedRows ?? 0);
}

const restorePlain = (name: string, integer: boolean) => {
  const old = sql`nullif(d.before ->> ${sql.lit(name)}, '')`;
  const value = integer ? sql`${old}::integer` : old;
  return sql`${sql.ref(name)} = case when d.before ? ${sql.lit(name)} then ${value} else b.${sql.ref(name)} end`;
};

/** Gives back what the changed books had, where nobody has touched them since. */
export async function restoreChangedBooks(ctx: Context, done: DoneRows): Promise<number> {
  const references = Object.entries(referenceColumns);
  const result = await sql`
    update book b set
      ${sql.join([
        ...plainFields
          .filter(({ name }) => name !== 'bid')
          .map(({ name, kind }) => restorePlain(name, kind === 'integer')),
        ...references.map(([name, column], index) => {
          // A level belongs to a series: the two go back together.
          const names = column === 'ser_idx' || column === 'lev_idx' ? ['series', 'level'] : [name];
          const had = sql`d.before ?| array[${sql.join(names.map((one) => sql.lit(one)))}]`;
          return sql`${sql.ref(column)} = case when ${had} then d.keys[${sql.lit(index + 1)}] else b.${sql.ref(column)} end`;
        }),
      ])},
      version = b.version + 1,
      updated_at = ${ctx.now.toISOString()}::timestamptz,
      updated_by = ${ctx.actor?.staffId ?? null}
    from (${done}) d
    where d.before is not null and b.bidx = d.bidx and b.version = d.version`.execute(ctx.db);
  return Number(result.numAffectedRows ?? 0);
}
