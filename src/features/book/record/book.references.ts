import { sql } from 'kysely';
import type { Reference, ReferenceFinder } from '#kernel/records/references.ts';
import type { Context } from '#kernel/work/context.ts';
import { type ReferenceField, referenceColumns } from '../fields/book-fields.rules.ts';

const kinds: readonly ReferenceField[] = ['series', 'level', 'category', 'age_group'];

/** The books that refer to a series, level, category or age group. */
export const bookReferences: readonly ReferenceFinder[] = kinds.map((of) => ({
  of,
  reason: 'book.keeps',
  find: (ctx, ids) => findReferrers(ctx, of, ids),
  referenced: (ctx, ids) => findReferenced(ctx, of, ids),
  counts: (ctx, ids) => countReferrers(ctx, of, ids),
}));

// The number of books named in an error or a panel.
const named = 3;

async function findReferrers(
  ctx: Context,
  of: ReferenceField,
  ids: readonly (string | number)[],
): Promise<{ count: number; first: Reference[] }> {
  const condition = sql<boolean>`${sql.ref(referenceColumns[of])} = any(${ids.map(Number)}::integer[])`;
  const [counted, first] = await Promise.all([
    ctx.db
      .selectFrom('book')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where(condition)
      .executeTakeFirstOrThrow(),
    ctx.db.selectFrom('book').select(['bid', 'title']).where(condition).orderBy('bidx').limit(named).execute(),
  ]);
  return {
    count: counted.count,
    first: first.map((book) => ({ label: book.title, kind: 'book.kind', href: bookHref(book.bid) })),
  };
}

async function findReferenced(ctx: Context, of: ReferenceField, ids: readonly string[]): Promise<string[]> {
  const column = referenceColumns[of];
  const { rows } = await sql<{ id: string }>`
    select given.id from unnest(${ids}::text[]) as given (id)
    where exists (select 1 from book where book.${sql.ref(column)} = given.id::integer)`.execute(ctx.db);
  return rows.map((row) => row.id);
}

async function countReferrers(
  ctx: Context,
  of: ReferenceField,
  ids: readonly number[] | undefined,
): Promise<{ id: number; count: number }[]> {
  const column = sql.ref(referenceColumns[of]);
  const condition = ids ? sql`${column} = any(${ids}::integer[])` : sql`${column} is not null`;
  const { rows } = await sql<{ id: number; count: number }>`
    select ${column} as id, count(*) from book where ${condition} group by ${column}`.execute(ctx.db);
  return rows;
}

/** The address of a book. */
export const bookHref = (bid: string): string => `/book/${bid}`;
