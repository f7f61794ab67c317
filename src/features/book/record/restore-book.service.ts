import type { Context } from '#kernel/work/context.ts';
import { bookMessages } from '../book.messages.ts';
import { isReference, type ReferenceField, referenceColumns } from '../fields/book-columns.rules.ts';
import { BookBody } from './book.contract.ts';
import { changeBook, lockBookOf } from './book.service.ts';
import { listChoices } from './book-choices.service.ts';

type Values = Readonly<Record<string, unknown>>;

/** Restores values from a book's history, where series, level, category and age group are given by title. */
export async function restoreBook(ctx: Context, bid: string, values: Values): Promise<void> {
  const book = await lockBookOf(ctx, bid);
  const plain = Object.entries(values).filter(([name]) => !isReference(name));
  const { series, ...references } = withSeries(values, book);
  const chosen = series === undefined ? {} : { ser_idx: await findChoice(ctx, 'series', series) };
  for (const [name, title] of Object.entries(references) as [ReferenceField, unknown][]) {
    Object.assign(chosen, {
      [referenceColumns[name]]: await findChoice(ctx, name, title, chosen.ser_idx ?? book.ser_idx),
    });
  }
  await changeBook(ctx, bid, BookBody.parse({ ...Object.fromEntries(plain), ...chosen }));
}

/** The references among the values; a series comes with its level, which may have the same title in both. */
function withSeries(values: Values, { level }: { level: string }): Partial<Record<ReferenceField, unknown>> {
  const references = Object.fromEntries(Object.entries(values).filter(([name]) => isReference(name)));
  return 'series' in references ? { level, ...references } : references;
}

async function findChoice(ctx: Context, of: ReferenceField, title: unknown, serIdx?: number): Promise<number | null> {
  if (title === null || title === '') return null;
  const found = (await listChoices(ctx, of, serIdx)).find(({ label }) => label === title);
  if (!found)
    throw bookMessages.error(422, 'book.row_unknown_title', { title: typeof title === 'string' ? title : '' });
  return Number(found.value);
}
