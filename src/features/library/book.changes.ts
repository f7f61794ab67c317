import { sql } from 'kysely';
import { z } from 'zod';
import { plainFieldNames, referenceColumns } from '#features/book/book-fields.public.ts';
import { BookBody, changeBook, giveBack } from '#features/book/book-record.public.ts';
import type { ChangeFields, ChangeKind, FieldsById, SetFields, ShownField } from '#kernel/changesets/kinds.ts';
import { lockByKey } from '#kernel/db/lock-by-key.ts';
import type { Json } from '#kernel/records/version-changes.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { requireKnown } from './find/book-selection.store.ts';
import { setPublished } from './publish/book-publish.service.ts';
import { isbnConstraints } from './rows/write-rows.store.ts';

const BookChange = BookBody.extend({ published: z.boolean().optional() });
type BookChange = z.output<typeof BookChange>;

const names = [...plainFieldNames, ...Object.values(referenceColumns)].filter((name) => name !== 'bid');

/** What releases change in a book: its fields, and whether it is published. */
export const bookChanges: ChangeKind<BookChange> = {
  kind: 'book',
  entity: 'book',
  label: 'book.heading',
  icon: 'book',
  order: () => 10,
  values: BookChange,
  namesIn: (values) => Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [name])),
  valuesOf: (fields) => BookChange.parse(fields),
  read: readBooks,
  unique: { fields: ['isbn_print', 'isbn_spindle'], constraints: isbnConstraints, holders: findIsbnHolders },
  write: async (ctx, changes, { undoes }) => {
    for (const { id, values, version } of changes) {
      const { published: _published, ...body } = values;
      if (Object.keys(body).length === 0 && version === undefined) continue;
      if (undoes !== undefined) await giveBack(ctx, id, body);
      else await changeBook(ctx, id, body, version);
    }
    for (const published of [true, false]) {
      const ids = changes.flatMap(({ id, values }) => (values.published === published ? [id] : []));
      if (ids.length === 0) continue;
      await requireKnown(ctx, { ids });
      await setPublished(ctx, ids, published);
    }
  },
  inTrail: (name) => ({ paths: [[references.get(name) ?? name]] }),
  // Publishing is an act, whose undo restores the date too.
  isByAct: (name) => name === 'published',
  describe,
};

async function readBooks(
  ctx: Context,
  wanted: ReadonlyMap<string, readonly string[]>,
  lock: boolean,
): Promise<FieldsById> {
  const bids = [...wanted.keys()];
  if (lock) await lockByKey(ctx.db, { table: 'book', key: 'bid', order: 'bidx' }, bids);
  const columns = sql.join(names.map((name) => sql.ref(name)));
  const { rows } = await sql<Record<string, Json> & { bid: string }>`
    select bid, ${columns}, published_at is not null as published from book where bid = any(${bids}::text[])`.execute(
    ctx.db,
  );
  return new Map(rows.map(({ bid, ...fields }) => [bid, fields]));
}

/** The books that have these ISBNs, in any spelling. */
async function findIsbnHolders(
  ctx: Context,
  values: readonly { name: string; value: string }[],
): Promise<(string | undefined)[]> {
  const given = values.map(({ name, value }) => ({ name, value }));
  const { rows } = await sql<{ bid: string | null }>`
    select case g.name
      when 'isbn_print' then (select bid from book where isbn13(isbn_print) = isbn13(g.value) limit 1)
      else (select bid from book where isbn13(isbn_spindle) = isbn13(g.value) limit 1) end as bid
    from jsonb_array_elements(${JSON.stringify(given)}::jsonb) with ordinality as e (item, place),
      jsonb_to_record(e.item) as g (name text, value text)
    order by e.place`.execute(ctx.db);
  return rows.map(({ bid }) => bid ?? undefined);
}

const references = new Map<string, string>(Object.entries(referenceColumns).map(([name, column]) => [column, name]));

async function describe(ctx: Context, changes: readonly SetFields[]): Promise<ShownField[][]> {
  const titleOf = await titlesOf(
    ctx,
    changes.flatMap(({ base, fields }) => [base, fields]),
  );
  const text = (name: string, value: Json | undefined): string => {
    if (name === 'published') return ctx.text(value === true ? 'book.published' : 'book.unpublished');
    if (value === null || value === undefined || typeof value === 'object') return '';
    return typeof value === 'number' && references.has(name) ? titleOf(name, value) : String(value);
  };
  return changes.map(({ base, fields }) =>
    Object.entries(fields).map(([name, value]) => ({
      label: labelOf(ctx, name),
      before: text(name, base[name]),
      after: text(name, value),
    })),
  );
}

/** Its value says that a book is published; the label must not say it once more. */
const labelOf = (ctx: Context, name: string) =>
  ctx.text(name === 'published' ? 'book.status' : `book.field_${references.get(name) ?? name}`);

/** The titles of the series, levels, categories and age groups that fields name. */
async function titlesOf(ctx: Context, all: readonly ChangeFields[]): Promise<(name: string, id: number) => string> {
  const idsOf = (name: string) => all.flatMap(({ [name]: id }) => (typeof id === 'number' ? [id] : []));
  const { rows } = await sql<{ name: string; id: number; title: string }>`
    select 'ser_idx' as name, ser_idx as id, title from series where ser_idx = any(${idsOf('ser_idx')}::integer[])
    union all select 'lev_idx', lev_idx, title from level where lev_idx = any(${idsOf('lev_idx')}::integer[])
    union all select 'cat_idx', cat_idx, title from category where cat_idx = any(${idsOf('cat_idx')}::integer[])
    union all select 'grp_idx', grp_idx, title from age_group where grp_idx = any(${idsOf('grp_idx')}::integer[])`.execute(
    ctx.db,
  );
  const titles = new Map(rows.map(({ name, id, title }) => [`${name}:${id}`, title]));
  return (name, id) => titles.get(`${name}:${id}`) ?? `#${id}`;
}
