import { listCustomerNames } from '#features/customer/customer.public.ts';
import { sendingTogether } from '#kernel/db/sent-together.ts';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { mountList } from '#kernel/mount/list.ts';
import type { Context } from '#kernel/work/context.ts';
import type { BatchFilter } from '../batch-filter.contract.ts';
import { collectionsOfBatches, listBatchRows, monthsOfBatches, sumBatches } from '../batch-rows.read.ts';
import { batchListQueries, codeReportApi } from './code-report.contract.ts';
import { exportBatches, readGroupHistory, readHistory } from './code-report.read.ts';
import type CodeReport from './code-report.view.tsx';
import type PurchaseList from './purchase.view.tsx';

export function codeReportCalls({ api }: Kernel): void {
  api(codeReportApi, {
    'GET /api/v5/code/history': async ({ ctx, query: { year, month, custIdx } }) => ({
      data: { history: await readHistory(ctx, { ...period(ctx, year, month), cust_idx: custIdx }) },
    }),
    'GET /api/v5/code/history/:codeGroup': async ({ ctx, params: { codeGroup }, query: { page } }) => ({
      data: { history: await readGroupHistory(ctx, codeGroup, page) },
    }),
  });
}

/** The period of a report: a year, a month number, or 'YYYY-MM'. A number without a year is a month of this year. */
function period({ now, timeZone }: { now: Date; timeZone: string }, year?: number, month?: string | number) {
  if (typeof month === 'string') return { month };
  const thisYear = Number(new Intl.DateTimeFormat('en', { timeZone, year: 'numeric' }).format(now));
  if (month !== undefined) return { month: `${year ?? thisYear}-${String(month).padStart(2, '0')}` };
  return { year: year === undefined ? undefined : String(year) };
}

export function codeReportPages(kernel: Kernel): void {
  mountList(kernel, {
    offer: { path: '/code/report' },
    view: view<typeof CodeReport>('statement/report/code-report'),
    follows: ['code_batch', 'code'],
    title: (t) => t('code.report_heading'),
    replica: true,
    queries: batchListQueries,
    marked: { kind: 'code_batch', id: ({ cg_idx }) => String(cg_idx) },
    find: (ctx, filter, { page }) => listBatchRows(ctx, filter, page),
    sheet: {
      summary: 'The history of batches, as its list shows it, as a sheet',
      title: 'codes-generated',
      of: exportBatches,
    },
    more: async (ctx, filter) => ({ choices: await choicesFor(ctx, filter) }),
  });
  const bought = (filter: BatchFilter) => ({ ...filter, bought: true });
  mountList(kernel, {
    offer: { path: '/code/purchase' },
    view: view<typeof PurchaseList>('statement/report/purchase'),
    follows: ['code_batch'],
    title: (t) => t('code.purchase_heading'),
    replica: true,
    queries: batchListQueries,
    find: (ctx, filter, { page }) => listBatchRows(ctx, bought(filter), page),
    sheet: {
      summary: 'The batches that customers bought, as their list shows them, as a sheet',
      title: 'purchases',
      of: (ctx, filter) => exportBatches(ctx, bought(filter)),
    },
    more: async (ctx, filter) => {
      const [sums, choices] = await Promise.all([sumBatches(ctx, bought(filter)), choicesFor(ctx, filter)]);
      return { sums, choices };
    },
  });
}

async function choicesFor(ctx: Context, { cust_idx }: BatchFilter) {
  const page = sendingTogether(ctx);
  const [customers, collections, months] = await Promise.all([
    listCustomerNames(page),
    collectionsOfBatches(page),
    monthsOfBatches(page, cust_idx),
  ]);
  return { customers, collections, months };
}
