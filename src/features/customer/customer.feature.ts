import { rowCount } from '#kernel/desk/menu-counts.ts';
import type { Feature } from '#kernel/mount/feature.ts';
import { customerTwice } from './customer.faults.ts';
import { customerMessages } from './customer.messages.ts';
import { customerKind } from './customer.public.ts';
import { customerRecord } from './customer.record.ts';
import { customerCalls, customerPages } from './customer.routes.ts';
import { customerSample } from './customer.sample.ts';

/** Customers: partners and distributors, who own collections and get batches of codes ("coupon generator"). */
export const customer: Feature = {
  name: 'customer',
  messages: customerMessages,
  personal: [
    {
      name: 'memos',
      table: 'customer',
      key: { cust_idx: 'integer' },
      columns: { memo: 'text' },
      at: 'updated_at',
      hasVersion: true,
    },
  ],
  menu: [
    {
      key: 'customer.heading',
      href: '/customer',
      also: ['/code/batch'],
      order: 70,
      group: 'codes',
      icon: 'customer',
      letter: 'u',
      count: { kinds: [customerKind], count: rowCount('customer') },
    },
  ],
  constraints: {
    customer__cust_id_key: { status: 409, key: 'customer.id_taken', field: 'cust_id' },
    customer__cust_id_check: { status: 422, key: 'customer.id_rule', field: 'cust_id' },
  },
  exported: { tables: ['customer'] },
  register(kernel) {
    customerCalls(kernel);
    customerPages(kernel);
    kernel.faults.add(customerTwice);
    kernel.samples.add(customerSample(kernel.references));
    kernel.records.define(customerRecord(kernel.references));
  },
};
