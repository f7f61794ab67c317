import { advertisedOrderId } from '#features/collection/collection-advertisement.public.ts';
import type { PlanPreviews } from '#kernel/desk/approvals.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { previewHref } from './preview.rules.ts';

/** The records whose changes readers can be shown, by the name that the trail has for their kind. */
const previewedBy: Readonly<Record<string, 'book' | 'collection' | 'roadmap'>> = {
  book: 'book',
  collection: 'collection',
  roadmap: 'roadmap',
};

/**
 * What readers can be shown of a plan: the first records that it changes, then the advertised collections if it changes any
 * collection. What it adds is not there before it is applied, and what it deletes not afterwards.
 */
export const planPreviews =
  ({ records }: Pick<Kernel, 'records'>): PlanPreviews =>
  async (ctx, { apprIdx, changes }, most) => {
    const ids = new Map<string, { entity: string; id: string }>();
    for (const { entity, id, before, after } of changes) {
      const isKept = before !== null && after !== null && id !== advertisedOrderId;
      if (entity in previewedBy && isKept) ids.set(`${entity} ${id}`, { entity, id });
    }
    const withShop = changes.some(({ entity }) => entity === 'collection');
    const shown = [...ids.values()].slice(0, withShop ? most - 1 : most);
    const titleOf = await records.titles(ctx, shown);
    return [
      ...shown.map(({ entity, id }) => ({
        title: titleOf(entity, id) ?? id,
        href: previewHref({ of: previewedBy[entity] ?? entity, id, plan: apprIdx }),
      })),
      ...(withShop
        ? [
            {
              title: ctx.text('portal.advertised'),
              href: previewHref({ of: 'advertisement', id: 'order', plan: apprIdx }),
            },
          ]
        : []),
    ];
  };
