import type { z } from 'zod';
import { codeMessages } from '#features/code/code-batch.public.ts';
import { CodeListQuery, listCodes } from '#features/code/code-find.public.ts';
import { readListedCodes } from '#features/code/code-list.public.ts';
import { customerCodesHref, customerKind, readCustomerHead } from '#features/customer/customer.public.ts';
import { pageSize, pagingLimit } from '#kernel/db/paging.ts';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { RecordPart } from '#kernel/records/record-parts.ts';
import type { Context } from '#kernel/work/context.ts';
import { type BatchRow, listBatchRows, monthsOfBatches, readBatchRows } from '../batch-rows.read.ts';
import type BatchTable from './batch-table.view.tsx';
import type CodeTable from './code-table.view.tsx';
import type CustomerBatch from './customer-batch.view.tsx';
import {
  CustomerBatchParams,
  CustomerCodesParams,
  CustomerCodesQuery,
  customerCodesApi,
} from './customer-codes.contract.ts';
import type CustomerCodes from './customer-codes.view.tsx';
import { customerFacts, readCustomerFigures } from './customer-facts.read.ts';

export function customerCodesCalls({ api, web, records }: Kernel): void {
  api(customerCodesApi, {
    'GET /api/v1/customer/:cust_idx/codes': async ({ ctx, params: { cust_idx }, query: { month }, request }) => {
      await readCustomerHead(ctx, records, cust_idx);
      const { rows } = await listBatchRows(ctx, { cust_idx, month }, 1);
      const html = await web.markup(request, view<typeof BatchTable>('statement/customer/batch-table'), {
        batches: rows,
      });
      return { results: { html } };
    },
    'GET /api/v1/customer/:cust_idx/codes/:codeGroup': async ({ ctx, params, request }) => {
      const { cg_idx } = await getBatchOf(ctx, params);
      const { rows } = await listCodes(ctx, { cg_idx }, 1, pageSize);
      const html = await web.markup(request, view<typeof CodeTable>('statement/customer/code-table'), { codes: rows });
      return { results: { html } };
    },
  });
}

/** The codes of a customer as a tab of its page. */
export const customerCodesPart: RecordPart = {
  of: customerKind,
  tab: { label: 'code.customer_tab', href: customerCodesHref },
  facts: customerFacts,
};

export function customerCodesPages({ web, records }: Kernel): void {
  web.lead('/customer/code', '/customer');
  web.page('/customer/code/:cust_idx', {
    view: view<typeof CustomerCodes>('statement/customer/customer-codes'),
    follows: ['code_batch'],
    shows: ({ head }) => ({ kind: customerKind, id: head.customer.cust_idx }),
    words: ['customer'],
    title: (_, { head }) => head.customer.name,
    params: CustomerCodesParams,
    query: CustomerCodesQuery,
    snapshot: true,
    load: async ({ ctx, params: { cust_idx }, query: { month, page } }) => {
      const [head, figures, batches, months] = await Promise.all([
        readCustomerHead(ctx, records, cust_idx),
        readCustomerFigures(ctx, cust_idx),
        listBatchRows(ctx, { cust_idx, month }, page),
        monthsOfBatches(ctx, cust_idx),
      ]);
      return { head, figures, batches, months, month, paging: { size: pageSize, limit: pagingLimit } };
    },
  });
  web.page('/customer/code/:cust_idx/:codeGroup', {
    view: view<typeof CustomerBatch>('statement/customer/customer-batch'),
    follows: ['code', 'registration'],
    shows: ({ batch }) => ({ kind: 'code_batch', id: batch.cg_idx }),
    words: ['customer'],
    title: (_, { batch }) => batch.title,
    params: CustomerBatchParams,
    query: CodeListQuery,
    snapshot: true,
    load: async ({ ctx, request, params, query: { cust_idx: _cust, cg_idx: _cg, cidx: _cidx, ...query } }) => {
      const batch = await getBatchOf(ctx, params);
      const { cust_idx, cg_idx } = batch;
      const [head, listed] = await Promise.all([
        readCustomerHead(ctx, records, cust_idx),
        readListedCodes(ctx, { request, query, fixed: { cust_idx, cg_idx } }),
      ]);
      return { head, batch, listed };
    },
  });
}

/** A batch of a customer; 404 if it belongs to another customer or does not exist. */
async function getBatchOf(
  ctx: Context,
  { cust_idx, codeGroup }: z.output<typeof CustomerBatchParams>,
): Promise<BatchRow> {
  const [batch] = await readBatchRows(ctx, [codeGroup]);
  if (batch?.cust_idx !== cust_idx) throw codeMessages.error(404, 'code.batch_not_found');
  return batch;
}
