import { labelsOf, namesOf, restoredValues } from '#kernel/records/record-fields.rules.ts';
import type { RecordDeclaration } from '#kernel/records/records.ts';
import type { References } from '#kernel/records/references.ts';
import { customerCodesHref, customerKind } from './customer.public.ts';
import { changeCustomer, customerExistence } from './customer.service.ts';
import { customerFields } from './customer-fields.rules.ts';
import { findCustomersByText } from './customer-list.read.ts';

export const customerRecord = (references: References): RecordDeclaration => ({
  kind: customerKind,
  label: 'customer.kind',
  href: customerCodesHref,
  titles: { table: 'customer', key: 'cust_idx', title: 'name' },
  find: { icon: 'customer', by: findCustomersByText },
  acts: [{ key: 'customer.create', icon: 'add', href: '/customer/create' }],
  existence: customerExistence(references),
  restore: {
    fields: namesOf(customerFields),
    write: (ctx, id, values) => changeCustomer(ctx, references, Number(id), restoredValues(customerFields, values)),
  },
  fields: labelsOf(customerFields),
});
