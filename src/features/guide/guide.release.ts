import { sql } from 'kysely';
import { z } from 'zod';
import type { Releasable, ReleaseFields } from '#kernel/records/releasables.ts';
import { mergedOrder, shownMoves } from '#kernel/records/sequence.rules.ts';
import { idxNumber } from '#kernel/work/fields.ts';
import { longList } from '#kernel/work/long-list.ts';
import { mostItems, nameOf } from './guide.rules.ts';
import { listItems } from './guide.store.ts';
import { guideKind } from './guide-item.service.ts';
import { reorderItems } from './guide-order.service.ts';

const GuideOrder = z.strictObject({ items: longList(idxNumber, { min: 1, max: mostItems * 5 }) });
type GuideOrder = z.output<typeof GuideOrder>;

const orderOf = ({ items = [] }: ReleaseFields) => items as number[];

/** The order of the items of a guide, as releases change it. */
export const guideRelease: Releasable<GuideOrder> = {
  kind: 'guide',
  entity: guideKind,
  label: 'guide.heading',
  icon: 'guide',
  order: () => 80,
  values: GuideOrder,
  namesIn: () => ['items'],
  valuesOf: (fields) => ({ items: orderOf(fields) }),
  read: async (ctx, wanted, lock) => {
    const ids = [...wanted.keys()];
    if (lock)
      await sql`select from guide where gui_id = any(${ids}::text[]) order by gui_id for update`.execute(ctx.db);
    const { rows } = await sql<{ gui_id: string; items: number[] }>`
      select gui_id, array_agg(itm_idx order by place) as items from guide_item
      where gui_id = any(${ids}::text[]) group by gui_id`.execute(ctx.db);
    return new Map(rows.map(({ gui_id, items }) => [gui_id, { items }]));
  },
  write: async (ctx, changes) => {
    for (const { id, values } of changes) await reorderItems(ctx, { items: values.items, gui_id: id });
  },
  fit: (wanted, now) => ({ items: mergedOrder(orderOf(wanted), orderOf(now)) }),
  describe: (ctx, changes) =>
    Promise.all(
      changes.map(async ({ id, base, fields }) => {
        const names = new Map((await listItems(ctx.db, id)).map((item) => [item.itm_idx, nameOf(item)]));
        return shownMoves(orderOf(base), orderOf(fields), (item) => names.get(item) ?? `#${item}`);
      }),
    ),
};
