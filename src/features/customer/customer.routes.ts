import { sendingTogether } from '#kernel/db/sent-together.ts';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { mountList } from '#kernel/mount/list.ts';
import { listedOf } from '#kernel/records/record-parts.ts';
import { CustomerParams, customerApi, customerQueries } from './customer.contract.ts';
import type { CustomerWords } from './customer.messages.ts';
import { customerHref, customerIdKind, customerKind, listCustomerNames, readCustomerHead } from './customer.public.ts';
import { changeCustomer, createCustomer, getCustomer, removeCustomer } from './customer.service.ts';
import type CustomerDetail from './customer-detail.view.tsx';
import type CustomerForm from './customer-form.view.tsx';
import type CustomerHistory from './customer-history.view.tsx';
import { exportCustomers, findCustomers, findListed, listCustomers } from './customer-list.read.ts';
import type CustomerList from './customer-list.view.tsx';

/** The selector entry for no customer. */
const none = 0;

export function customerCalls({ api, references }: Kernel): void {
  api(customerApi, {
    'GET /api/v1/customer': async ({ ctx, query: { search, excluded_default } }) => {
      if (search === '') return { results: { customers: [] } };
      const found = await findCustomers(ctx, search);
      const name = ctx.translate<CustomerWords>()('customer.none');
      const first = excluded_default === 'false' ? [{ cust_idx: none, cust_id: '', name }] : [];
      return { results: { customers: [...first, ...found] } };
    },
    'GET /api/v1/customer/all': async ({ ctx, query }) => {
      const name = ctx.translate<CustomerWords>()('customer.none');
      const first = query.include_default ? [{ cust_idx: none, name }] : [];
      return { results: [...first, ...(await listCustomerNames(ctx))] };
    },
    'GET /api/v1/customer/:cust_idx': async ({ ctx, params }) => ({
      results: await getCustomer(ctx, params.cust_idx),
    }),
    'POST /api/v1/customer': async ({ ctx, body }) => ({ results: { cust_idx: await createCustomer(ctx, body) } }),
    'PUT /api/v1/customer/:cust_idx': async ({ ctx, params, body }) => {
      const { version } = await changeCustomer(ctx, references, params.cust_idx, body);
      return { results: { version } };
    },
    'DELETE /api/v1/customer/:cust_idx': ({ ctx, params }) => removeCustomer(ctx, references, params.cust_idx),
  });
}

export function customerPages(kernel: Kernel): void {
  const { web, references, records } = kernel;
  mountList(kernel, {
    offer: { path: '/customer', columns: ['cust_id', 'memo', 'updated'], initial: ['cust_id'] },
    view: view<typeof CustomerList>('customer/customer-list'),
    follows: ['customer', 'code_batch', 'code', 'registration'],
    title: (t) => t('customer.heading'),
    replica: true,
    queries: customerQueries,
    views: {},
    find: listCustomers,
    listed: findListed,
    marked: { kind: customerKind, id: ({ cust_idx }) => String(cust_idx) },
    sheet: { summary: 'The customers of the list, in its order, as a sheet', title: 'customers', of: exportCustomers },
    more: async (ctx, _filter, found) => {
      const ids = (await found).rows.map(({ cust_idx }) => String(cust_idx));
      return { listed: await listedOf(ctx, records.all, customerKind, ids) };
    },
  });
  web.fragment('/customer/create', {
    view: view<typeof CustomerForm>('customer/customer-form'),
    within: '/customer',
    load: () => ({ customer: null, idFixed: false }),
  });
  web.fragment('/customer/update/:cust_idx', {
    view: view<typeof CustomerForm>('customer/customer-form'),
    params: CustomerParams,
    within: ({ params }) => customerHref(params.cust_idx),
    load: async ({ ctx, params }) => ({
      customer: await getCustomer(ctx, params.cust_idx),
      idFixed: (await references.find(ctx, customerIdKind, [params.cust_idx])).count > 0,
    }),
  });
  web.page('/customer/:cust_idx', {
    view: view<typeof CustomerDetail>('customer/customer-detail'),
    shows: ({ head }) => ({ kind: customerKind, id: head.customer.cust_idx }),
    title: (_, { head }) => head.customer.name,
    params: CustomerParams,
    load: async ({ ctx, params }) => ({
      head: await readCustomerHead(ctx, records, params.cust_idx),
      uses: await references.shown(sendingTogether(ctx), customerKind, params.cust_idx),
    }),
  });
  web.page('/customer/:cust_idx/history', {
    view: view<typeof CustomerHistory>('customer/customer-history'),
    title: (_, { head }) => head.customer.name,
    shows: ({ head }) => ({ kind: customerKind, id: head.customer.cust_idx }),
    params: CustomerParams,
    load: async ({ ctx, params }) => ({ head: await readCustomerHead(ctx, records, params.cust_idx) }),
    history: true,
  });
}
