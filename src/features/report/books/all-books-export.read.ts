import { sql } from 'kysely';
import type { BookWords } from '#features/book/book-words.public.ts';
import { everyColumn, fieldValue, orderedKeys, selectCells } from '#features/library/book-list.public.ts';
import type { BookFilter, BookOrder } from '#features/library/book-search.public.ts';
import type { Sheet } from '#kernel/http/export.ts';
import { momentValue, type SheetValue } from '#kernel/sheets/sheet-value.ts';
import { localTime } from '#kernel/text/zoned-time.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import type { ReportWords } from '../report.messages.ts';
import { usedColumns } from './all-books.rules.ts';
import { findBookUses } from './book-uses.read.ts';

/** The books of a list as a sheet with every column. The order is fixed at the start, as a list of keys. */
export async function exportAllBooks(ctx: Context, filter: BookFilter, order: BookOrder): Promise<Sheet> {
  const keys = await orderedKeys(ctx, { filter, except: [] }, order);
  return {
    heading: headingOf(ctx),
    total: keys.reduce((sum, some) => sum + some.length, 0),
    batches: cellsOf(ctx, keys),
  };
}

function headingOf(ctx: Context): string[] {
  const t = ctx.translate<BookWords>();
  const own = ctx.translate<ReportWords>();
  const labels = {
    words: t('book.words_added'),
    published: t('book.status'),
    created: t('book.field_created_at'),
    updated: t('book.updated'),
    updated_by: t('book.updated_by'),
  };
  const hasLabel = (name: string): name is keyof typeof labels => name in labels;
  return [
    t('book.field_bid'),
    t('book.field_title'),
    ...everyColumn.map((name) => (hasLabel(name) ? labels[name] : t(`book.field_${name}`))),
    ...usedColumns.map((name) => own(`report.of_book_${name}`)),
  ];
}

type Cells = Record<string, SheetValue> & {
  bid: string;
  title: string;
  published: unknown;
  created: number;
  updated: number;
};

async function* cellsOf(ctx: Context, keys: readonly (readonly number[])[]): AsyncGenerator<SheetValue[][]> {
  const t = ctx.translate<BookWords>();
  const time = (seconds: number) => momentValue(localTime(ctx.timeZone, seconds).replace('T', ' '));
  for (const some of keys) {
    const { rows } = await sql<Cells>`
      select b.bid, b.title, ${sql.join(selectCells(everyColumn))}
      from unnest(${some}::integer[]) with ordinality as wanted (bidx, nth) join book b using (bidx)
      order by wanted.nth`.execute(ctx.db);
    const uses = await findBookUses(
      ctx,
      rows.map(({ bid }) => bid),
    );
    yield rows.map((row) => {
      const cells: Record<string, SheetValue> = {
        ...row,
        published: t(row.published ? 'book.published' : 'book.unpublished'),
        created: time(row.created),
        updated: time(row.updated),
      };
      const used = uses[row.bid];
      return [
        row.bid,
        row.title,
        ...everyColumn.map((name) => fieldValue(name, cells[name] ?? null)),
        ...usedColumns.map((name) => used?.[name] ?? 0),
      ];
    });
  }
}
