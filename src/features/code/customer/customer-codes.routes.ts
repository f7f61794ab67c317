import { customerKind } from '#features/customer/customer.public.ts';
import { readCustomerHead } from '#features/customer/customer-head.public.ts';
import { pageSize, pagingLimit } from '#kernel/db/paging.ts';
import type { Kernel } from '#kernel/feature.ts';
import { view } from '#kernel/http/web.ts';
import { listBatchRows, monthsOfBatches } from '../report/batch-rows.read.ts';
import type BatchTable from './batch-table.view.tsx';
import { CustomerCodesParams, CustomerCodesQuery, customerCodesApi } from './customer-codes.contract.ts';
import type CustomerCodes from './customer-codes.view.tsx';
import { customerFacts } from './customer-facts.read.ts';

export function customerCodesCalls({ api, web, recordParts }: Kernel): void {
  api(customerCodesApi, {
    'GET /api/v1/customer/:cust_idx/codes': async ({ ctx, params: { cust_idx }, query: { month }, request }) => {
      await readCustomerHead(ctx, recordParts, cust_idx);
      const { rows } = await listBatchRows(ctx, { cust_idx, month }, 1);
      const html = await web.markup(request, view<typeof BatchTable>('code/customer/batch-table'), { batches: rows });
      return { results: { html } };
    },
  });
}

export function customerCodesPages({ web, recordParts }: Kernel): void {
  recordParts.add({
    of: customerKind,
    tab: { label: 'code.customer_tab', href: (id) => `/customer/code/${id}` },
    facts: customerFacts,
  });
  web.page('/customer/code/:cust_idx', {
    view: view<typeof CustomerCodes>('code/customer/customer-codes'),
    words: ['customer'],
    title: (_, { head }) => head.customer.name,
    params: CustomerCodesParams,
    query: CustomerCodesQuery,
    load: async ({ ctx, params: { cust_idx }, query: { month, page } }) => {
      const [head, batches, months] = await Promise.all([
        readCustomerHead(ctx, recordParts, cust_idx),
        listBatchRows(ctx, { cust_idx, month }, page),
        monthsOfBatches(ctx, cust_idx),
      ]);
      return { head, batches, months, month, paging: { size: pageSize, limit: pagingLimit } };
    },
  });
}
