import { listCustomerNames } from '#features/customer/customer.public.ts';
import { pageSize, pagingLimit } from '#kernel/db/paging.ts';
import { sendExport } from '#kernel/http/export.ts';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { Context } from '#kernel/work/context.ts';
import type PurchaseList from '../purchase/purchase.view.tsx';
import type { BatchFilter } from './batch-filter.contract.ts';
import { collectionsOfBatches, listBatchRows, monthsOfBatches, sumBatches } from './batch-rows.read.ts';
import { BatchListQuery, codeReportApi } from './code-report.contract.ts';
import { exportBatches, readGroupHistory, readHistory } from './code-report.read.ts';
import type CodeReport from './code-report.view.tsx';

export function codeReportCalls({ api }: Kernel): void {
  api(codeReportApi, {
    'GET /api/v5/code/history': async ({ ctx, query: { year, month, custIdx } }) => ({
      data: { history: await readHistory(ctx, { ...period(ctx, year, month), cust_idx: custIdx }) },
    }),
    'GET /api/v5/code/history/:codeGroup': async ({ ctx, params: { codeGroup }, query: { page } }) => ({
      data: { history: await readGroupHistory(ctx, codeGroup, page) },
    }),
    'GET /code/report/export': async ({ ctx, query: { as, ...filter }, reply }) =>
      sendExport({ ctx, reply }, { title: 'codes-generated', as, ...(await exportBatches(ctx, filter)) }),
    'GET /code/purchase/export': async ({ ctx, query: { as, ...filter }, reply }) =>
      sendExport(
        { ctx, reply },
        { title: 'purchases', as, ...(await exportBatches(ctx, { ...filter, bought: true })) },
      ),
  });
}

/** The period of a report: a year, a month number, or 'YYYY-MM'. A number without a year is a month of this year. */
function period({ now, timeZone }: { now: Date; timeZone: string }, year?: number, month?: string | number) {
  if (typeof month === 'string') return { month };
  const thisYear = Number(new Intl.DateTimeFormat('en', { timeZone, year: 'numeric' }).format(now));
  if (month !== undefined) return { month: `${year ?? thisYear}-${String(month).padStart(2, '0')}` };
  return { year: year === undefined ? undefined : String(year) };
}

export function codeReportPages({ web }: Kernel): void {
  const paging = { size: pageSize, limit: pagingLimit };
  web.page('/code/report', {
    view: view<typeof CodeReport>('code/report/code-report'),
    follows: ['code_batch', 'code'],
    title: (t) => t('code.report_heading'),
    query: BatchListQuery,
    replica: true,
    snapshot: true,
    load: async ({ ctx, query: { page, ...filter } }) => {
      const [batches, choices] = await Promise.all([listBatchRows(ctx, filter, page), choicesFor(ctx, filter)]);
      return { batches, paging, filter, choices };
    },
  });
  web.page('/code/purchase', {
    view: view<typeof PurchaseList>('code/purchase/purchase'),
    follows: ['code_batch'],
    title: (t) => t('code.purchase_heading'),
    query: BatchListQuery,
    replica: true,
    snapshot: true,
    load: async ({ ctx, query: { page, ...filter } }) => {
      const bought = { ...filter, bought: true };
      const [batches, sums, choices] = await Promise.all([
        listBatchRows(ctx, bought, page),
        sumBatches(ctx, bought),
        choicesFor(ctx, filter),
      ]);
      return { batches, sums, paging, filter, choices };
    },
  });
}

async function choicesFor(ctx: Context, { cust_idx }: BatchFilter) {
  const [customers, collections, months] = await Promise.all([
    listCustomerNames(ctx),
    collectionsOfBatches(ctx),
    monthsOfBatches(ctx, cust_idx),
  ]);
  return { customers, collections, months };
}
