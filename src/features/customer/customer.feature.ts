import type { Feature } from '#kernel/mount/feature.ts';
import { titlesIn } from '#kernel/records/record-titles.ts';
import { customerMessages } from './customer.messages.ts';
import { countCustomers, customerHref, customerKind } from './customer.public.ts';
import { customerCalls, customerPages } from './customer.routes.ts';
import { customerSample } from './customer.sample.ts';
import { changeCustomer, restoredFrom } from './customer.service.ts';
import { findCustomersByText } from './customer-list.read.ts';

/** Customers: partners and distributors, who own collections and get batches of codes ("coupon generator"). */
export const customer: Feature = {
  name: 'customer',
  messages: customerMessages,
  menu: [
    {
      key: 'customer.heading',
      href: '/customer',
      order: 70,
      group: 'codes',
      icon: 'customer',
      count: { kinds: [customerKind], count: countCustomers },
    },
  ],
  constraints: {
    customer__cust_id_key: { status: 409, key: 'customer.id_taken', field: 'cust_id' },
    customer__cust_id_check: { status: 422, key: 'customer.id_rule', field: 'cust_id' },
  },
  register(kernel) {
    customerCalls(kernel);
    customerPages(kernel);
    kernel.samples.add(customerSample(kernel.references));
    kernel.palette.add({ kind: 'customer.kind', icon: 'customer', find: findCustomersByText });
    kernel.palette.addAct({ key: 'customer.create', icon: 'add', href: '/customer/create' });
    kernel.recordLinks.add({
      entity: customerKind,
      label: 'customer.kind',
      href: customerHref,
      titles: titlesIn('customer', { key: 'cust_idx', title: 'name' }),
      title: 'name',
      restore: {
        fields: ['cust_id', 'name', 'memo'],
        write: (ctx, id, values) => changeCustomer(ctx, kernel.references, Number(id), restoredFrom(values)),
      },
      fields: { cust_id: 'customer.field_cust_id', name: 'customer.field_name', memo: 'customer.field_memo' },
    });
  },
};
