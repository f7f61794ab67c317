import { z } from 'zod';
import { sortReader } from '#kernel/db/list-page.ts';
import { listQueries, type OrderOf } from '#kernel/mount/list.ts';
import { bodyFields, newFields, recordFields } from '#kernel/records/record-fields.ts';
import { unguardText } from '#kernel/text/formula-guard.rules.ts';
import { cleanId } from '#kernel/text/text-forms.rules.ts';
import { contract } from '#kernel/work/contract.ts';
import { act_idx, idx, results, success, version } from '#kernel/work/fields.ts';
import { type FilterOf, filterOf, search } from '#kernel/work/filter.ts';
import { customerIdForm, readCustomerIds } from './customer.rules.ts';
import { customerFields } from './customer-fields.rules.ts';

const customerFilter = filterOf({ search_val: search(readCustomerIds) });

export type CustomerFilter = FilterOf<typeof customerFilter>;

export const customerQueries = listQueries(
  customerFilter,
  sortReader(['name', 'cust_id', 'updated'], { key: 'name', descending: false }),
);
export type CustomerOrder = OrderOf<typeof customerQueries>;

export const CustomerParams = z.object({ cust_idx: idx });

const cust_id = z.string().overwrite(cleanId).overwrite(unguardText).regex(customerIdForm, 'customer.id_rule');

const NewCustomer = z.strictObject({ ...newFields(customerFields), cust_id });
export type NewCustomer = z.output<typeof NewCustomer>;

const CustomerBody = z.strictObject({ ...bodyFields(customerFields), cust_id: cust_id.optional(), version });
export type CustomerBody = z.output<typeof CustomerBody>;

/** A customer with all its fields. Times in seconds. */
const CustomerRecord = z.object({
  cust_idx: z.int(),
  ...recordFields(customerFields),
  created_at: z.int(),
  updated_at: z.int(),
  updated_by: z.string().nullable(),
  version: z.int(),
});
export type CustomerRecord = z.output<typeof CustomerRecord>;

/** A boolean query parameter; anything but 'true' is off. */
const flag = z
  .string()
  .transform((text) => text === 'true')
  .optional();

export const customerApi = contract({
  'GET /api/v1/customer': {
    forPrograms: true,
    summary: 'The customers that a typed text finds, at most 20, for selectors; an empty text finds none',
    query: z.object({
      search: z.string().trim().max(200).default(''),
      excluded_default: z
        .string()
        .max(20)
        .default('true')
        .describe('\'false\' puts "no customer" first, with cust_idx 0'),
    }),
    response: results(
      z.object({ customers: z.array(z.object({ cust_idx: z.int(), cust_id: z.string(), name: z.string() })) }),
    ),
  },
  'GET /api/v1/customer/all': {
    summary: 'List the customers by name',
    query: z.object({ include_default: flag.describe('\'true\' puts "no customer" first, with cust_idx 0') }),
    response: results(z.array(z.object({ cust_idx: z.int(), name: z.string() }))),
  },
  'GET /api/v1/customer/:cust_idx': {
    summary: 'One customer',
    params: CustomerParams,
    response: results(CustomerRecord),
  },
  'POST /api/v1/customer': {
    summary: 'Add a customer; returns its id',
    form: true,
    body: NewCustomer,
    response: results(z.object({ cust_idx: z.int(), act_idx })),
  },
  'PUT /api/v1/customer/:cust_idx': {
    summary: 'Change a customer; absent fields stay. The ID is fixed once codes were issued under it',
    params: CustomerParams,
    body: CustomerBody,
    response: results(success.extend({ version: z.int() })),
  },
  'DELETE /api/v1/customer/:cust_idx': {
    summary: 'Delete an unused customer',
    params: CustomerParams,
    response: results(success),
  },
});

export type CustomerApi = typeof customerApi;
