import { changeSequence, sequenceKey } from '#kernel/records/sequence.ts';
import type { Context } from '#kernel/work/context.ts';
import type { OrderChange } from './guide.contract.ts';
import { guideMessages } from './guide.messages.ts';
import { nameOf } from './guide.rules.ts';
import { findGuideOf, listItems, lockGuide, touchGuide, updateOrder } from './guide.store.ts';
import { guideKind } from './guide-item.service.ts';

/** The key of an order of items, for detecting conflicts. */
export const orderKey = (items: readonly { itm_idx: number }[]): string =>
  sequenceKey(items.map(({ itm_idx: id }) => ({ id })));

/** Sets the order of all items of a guide. Refused if any is missing or extra, or if a newer order would be lost. */
export async function reorderItems(ctx: Context, { items: wanted, gui_id: named, base }: OrderChange): Promise<string> {
  const [first = 0] = wanted;
  const guiId = named ?? (await findGuideOf(ctx.db, first));
  if (guiId === undefined) throw guideMessages.errorWith(409, 'guide.order_failed', { field: 'items' });
  await lockGuide(ctx.db, guiId);
  const stored = await listItems(ctx.db, guiId);
  const current = stored.map((item) => ({ id: item.itm_idx, title: nameOf(item) }));
  const isChanged = await changeSequence(ctx, {
    current,
    wanted,
    base,
    audited: { entity: guideKind, id: guiId, action: 'guide.reordered' },
    refusal: (details) => guideMessages.errorWith(409, 'guide.order_failed', { details }),
    write: async () => {
      await updateOrder(ctx.db, wanted);
      await touchGuide(ctx, guiId);
    },
  });
  if (isChanged) ctx.changed(guideKind, guiId);
  return sequenceKey(wanted.map((id) => ({ id })));
}
