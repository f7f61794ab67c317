import { changeSequence, type OrderKind, sequenceKey } from '#kernel/records/sequence.ts';
import type { Context } from '#kernel/work/context.ts';
import type { OrderChange } from './guide.contract.ts';
import { guideMessages } from './guide.messages.ts';
import { nameOf } from './guide.rules.ts';
import { findGuideOf, listItems, lockGuide, touchGuide, updateOrder } from './guide.store.ts';
import { guideKind } from './guide-item.service.ts';

/** The key of an order of items, for detecting conflicts. */
export const orderKey = (items: readonly { itm_idx: number }[]): string =>
  sequenceKey(items.map(({ itm_idx: id }) => ({ id })));

/** The order of the items of a guide. */
export const guideOrder: OrderKind = {
  entity: guideKind,
  verb: 'reordered',
  lock: (ctx, guiId) => lockGuide(ctx.db, guiId),
  list: async (ctx, guiId) =>
    (await listItems(ctx.db, guiId)).map((item) => ({ id: item.itm_idx, title: nameOf(item) })),
  write: async (ctx, guiId, wanted) => {
    await updateOrder(ctx.db, wanted);
    await touchGuide(ctx, guiId);
    ctx.changed(guideKind, guiId);
  },
  refusal: (details) => guideMessages.errorWith(409, 'guide.order_failed', { details }),
};

/** Sets the order of all items of a guide. Refused if any is missing or extra, or if a newer order would be lost. */
export async function reorderItems(ctx: Context, { items: wanted, gui_id: named, base }: OrderChange): Promise<string> {
  const [first = 0] = wanted;
  const id = named ?? (await findGuideOf(ctx.db, first));
  if (id === undefined) throw guideMessages.errorWith(409, 'guide.order_failed', { field: 'items' });
  await changeSequence(ctx, guideOrder, { id, wanted, base });
  return sequenceKey(wanted.map((one) => ({ id: one })));
}
