import type { CodeWords } from '#features/code/code.public.ts';
import type { SheetExport } from '#kernel/http/export.ts';
import type { SheetValue } from '#kernel/sheets/sheet-value.ts';
import type { Context } from '#kernel/work/context.ts';
import type { Statement } from './statement.read.ts';
import { figureNames, type StatementFigures } from './statement.rules.ts';

/** A statement as a sheet: a row for each batch with its amount, and one for all. */
export function statementSheet(
  ctx: Context,
  customer: { cust_id: string },
  { month, figures: sums, batches }: Statement,
): Omit<SheetExport, 'as'> {
  const t = ctx.translate<CodeWords>();
  const figures = (of: StatementFigures) => figureNames.map((name) => of[name]);
  const rows: SheetValue[][] = batches.map((batch) => [
    batch.title,
    batch.collection,
    ...figures(batch),
    batch.price,
    batch.amount,
    batch.currency,
  ]);
  return {
    title: `statement-${customer.cust_id}-${month}`,
    heading: [
      t('code.report_batch'),
      t('code.report_collection'),
      ...figureNames.map((name) => t(`code.line_${name}`)),
      t('code.report_price'),
      t('code.report_amount'),
      t('code.report_currency'),
    ],
    total: rows.length + 1,
    batches: inOnePiece([...rows, [t('code.statement_all'), '', ...figures(sums), '', '', '']]),
  };
}

async function* inOnePiece<T>(rows: T): AsyncGenerator<T> {
  yield rows;
}
