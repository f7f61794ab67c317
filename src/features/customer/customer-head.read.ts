import { sendingTogether } from '#kernel/db/sent-together.ts';
import { partsOf, type ShownParts } from '#kernel/records/record-parts.ts';
import type { Records } from '#kernel/records/records.ts';
import type { Context } from '#kernel/work/context.ts';
import type { CustomerRecord } from './customer.contract.ts';
import { customerKind } from './customer.rules.ts';
import { getCustomer } from './customer.service.ts';

/** The head shown above each part of a customer's page. */
export interface CustomerHead {
  customer: CustomerRecord;
  parts: ShownParts;
}

/** A customer with the parts that other features add to its page; 404 if it does not exist. */
export async function readCustomerHead(ctx: Context, records: Records, id: number): Promise<CustomerHead> {
  const customer = await getCustomer(ctx, id);
  return { customer, parts: await partsOf(sendingTogether(ctx), records.all, customerKind, String(id)) };
}
