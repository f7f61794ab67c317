import { Readable } from 'node:stream';
import { customerKind, readCustomerHead } from '#features/customer/customer.public.ts';
import { sendBlocks, sendExport } from '#kernel/http/export.ts';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { RecordPart } from '#kernel/records/record-parts.ts';
import { StatementParams, StatementQuery, statementApi } from './statement.contract.ts';
import { readStatement, thisMonth } from './statement.read.ts';
import { statementHref } from './statement.rules.ts';
import type StatementPage from './statement.view.tsx';
import { statementPdf } from './statement-pdf.ts';
import { statementSheet } from './statement-sheet.ts';

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
      return Readable.from([JSON.stringify({ results: { ...statement.figures, amounts: statement.amounts } })]);
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
      return { head, statement, now, timeZone: ctx.timeZone };
    },
  });
}
