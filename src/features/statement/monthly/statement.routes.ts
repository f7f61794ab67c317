import { Readable } from 'node:stream';
import type { CodeWords } from '#features/code/code.public.ts';
import { customerKind, readCustomerHead } from '#features/customer/customer.public.ts';
import { blocksOf, type SheetExport, sendBlocks, sendExport } from '#kernel/http/export.ts';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { actsOn, type RecordPart } from '#kernel/records/record-parts.ts';
import type { SheetValue } from '#kernel/sheets/sheet-value.ts';
import type { Context } from '#kernel/work/context.ts';
import { StatementParams, StatementQuery, statementApi } from './statement.contract.ts';
import { thisMonth } from '#kernel/work/days.ts';
import { readStatement, type Statement } from './statement.read.ts';
import { figureNames, type StatementFigures, statementHref } from './statement.rules.ts';
import type StatementPage from './statement.view.tsx';
import { statementPdf } from './statement-pdf.ts';

export function statementCalls({ api, records }: Kernel): void {
  api(statementApi, {
    'GET /api/v1/customer/:cust_idx/statement': async ({ ctx, params, query: { month, as }, reply }) => {
      const { customer } = await readCustomerHead(ctx, records, params.cust_idx);
      const statement = await readStatement(ctx, params.cust_idx, month);
      if (as === 'csv') return sendExport({ ctx, reply }, { as, ...statementSheet(ctx, customer, statement) });
      if (as === 'pdf') {
        const title = `statement-${customer.cust_id}-${statement.month}`;
        return sendBlocks({ ctx, reply }, { title, as, blocks: statementPdf(ctx, customer, statement) });
      }
      void reply.type('application/json; charset=utf-8');
      return Readable.from([
        JSON.stringify({ results: { ...statement.figures, replaced: statement.replaced, amounts: statement.amounts } }),
      ]);
    },
  });
}

/** The statement of a customer as a tab of its page. */
export const statementPart: RecordPart = {
  of: customerKind,
  tab: { label: 'code.statement_tab', href: statementHref },
};

export function statementPages({ web, records }: Kernel): void {
  web.lead('/customer/statement', '/customer');
  web.page('/customer/statement/:cust_idx', {
    view: view<typeof StatementPage>('statement/monthly/statement'),
    follows: ['code', 'code_batch', 'registration'],
    words: ['customer'],
    title: (t, { head }) => `${t('code.statement_tab')} · ${head.customer.name}`,
    params: StatementParams,
    query: StatementQuery,
    replica: true,
    snapshot: true,
    load: async ({ ctx, params: { cust_idx }, query: { month } }) => {
      const now = thisMonth(ctx);
      const [head, statement] = await Promise.all([
        readCustomerHead(ctx, records, cust_idx),
        readStatement(ctx, cust_idx, month && month < now ? month : now),
      ]);
      const acts = actsOn(ctx, records.all, 'statement', String(cust_idx));
      return { head, statement, acts, now, timeZone: ctx.timeZone };
    },
  });
}

/** A customer's statement of a month that is over, as a file. 404 without the customer. */
export async function statementFile(
  ctx: Context,
  records: Kernel['records'],
  { cust_idx, month, as }: { cust_idx: number; month: string; as: 'csv' | 'pdf' },
): Promise<AsyncGenerator<Uint8Array>> {
  const { customer } = await readCustomerHead(ctx, records, cust_idx);
  const statement = await readStatement(ctx, cust_idx, month);
  return as === 'pdf'
    ? statementPdf(ctx, customer, statement)
    : blocksOf({ as, ...statementSheet(ctx, customer, statement) });
}

/** A statement as a sheet: a row for each batch with its amount, and one for all. */
function statementSheet(
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
