import { beginAct } from '#kernel/records/acts.ts';
import {
  changeRecord,
  getRecord,
  type RecordKind,
  recordCreated,
  removeRecord,
} from '#kernel/records/change-record.ts';
import { auditedValues } from '#kernel/records/record-fields.rules.ts';
import { type References, requireUnused } from '#kernel/records/references.ts';
import type { Insertion, Removal } from '#kernel/records/undoable.ts';
import type { Context } from '#kernel/work/context.ts';
import type { CustomerBody, CustomerRecord, NewCustomer } from './customer.contract.ts';
import { customerMessages } from './customer.messages.ts';
import { customerIdKind, customerKind } from './customer.rules.ts';
import {
  deleteCustomer,
  findCustomer,
  insertCustomer,
  insertDeletedCustomer,
  lockCustomer,
  updateCustomer,
} from './customer.store.ts';
import { customerFields } from './customer-fields.rules.ts';

const kind: RecordKind<number, CustomerRecord> = {
  entity: customerKind,
  missing: () => customerMessages.error(404, 'customer.not_found'),
  find: (ctx, id) => findCustomer(ctx.db, id),
  lock: (ctx, id) => lockCustomer(ctx.db, id),
  id: ({ cust_idx }) => cust_idx,
  audited: (row) => auditedValues(customerFields, row),
};

export const getCustomer = (ctx: Context, id: number): Promise<CustomerRecord> => getRecord(ctx, kind, id);

/** Adds a customer; a unique constraint refuses an ID already in use. */
export async function createCustomer(ctx: Context, values: NewCustomer): Promise<number> {
  return (await recordCreated(ctx, kind, await insertCustomer(ctx, values))).cust_idx;
}

/** Writes what differs. The ID is fixed once something was made under it. */
export async function changeCustomer(
  ctx: Context,
  references: References,
  id: number,
  { version, ...values }: CustomerBody,
): Promise<CustomerRecord> {
  return changeRecord(ctx, kind, id, {
    version,
    values,
    write: async (differing) => {
      if (differing.cust_id !== undefined)
        await requireUnused(ctx, references, customerIdKind, id, 'customer.id_in_use');
      await updateCustomer(ctx, id, differing);
    },
  });
}

/** Deletes a customer, unless something refers to it. */
export async function removeCustomer(ctx: Context, references: References, id: number): Promise<void> {
  const act = await beginAct(ctx);
  const remove = async () => {
    await requireUnused(ctx, references, customerKind, id, 'customer.in_use');
    await deleteCustomer(ctx.db, act, id);
  };
  await removeRecord(ctx, kind, id, remove, { act });
}

/** How adding a customer, and deleting one, is undone. */
export const customerExistence = (references: References): Removal & Insertion => ({
  remove: (ctx, id) => removeCustomer(ctx, references, Number(id)),
  insert: async (ctx, id, of) => {
    await insertDeletedCustomer(ctx.db, of);
    await recordCreated(ctx, kind, Number(id));
  },
});
