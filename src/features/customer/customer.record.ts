import type { RecordDeclaration } from '#kernel/records/records.ts';
import type { References } from '#kernel/records/references.ts';
import { customerHref, customerKind } from './customer.public.ts';
import { changeCustomer, restoredFrom } from './customer.service.ts';
import { findCustomersByText } from './customer-list.read.ts';

export const customerRecord = (references: References): RecordDeclaration => ({
  kind: customerKind,
  label: 'customer.kind',
  href: customerHref,
  titles: { table: 'customer', key: 'cust_idx', title: 'name' },
  find: { icon: 'customer', by: findCustomersByText },
  acts: [{ key: 'customer.create', icon: 'add', href: '/customer/create' }],
  restore: {
    fields: ['cust_id', 'name', 'memo'],
    write: (ctx, id, values) => changeCustomer(ctx, references, Number(id), restoredFrom(values)),
  },
  fields: { cust_id: 'customer.field_cust_id', name: 'customer.field_name', memo: 'customer.field_memo' },
});
