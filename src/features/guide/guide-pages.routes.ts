import { z } from 'zod';
import { getSetting } from '#kernel/desk/settings.ts';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { Context } from '#kernel/work/context.ts';
import { idx } from '#kernel/work/fields.ts';
import { GuideId, GuideItemParams } from './guide.contract.ts';
import { guideHref, listGuides, readItems, shownItem } from './guide.read.ts';
import { numbersCookie } from './guide.rules.ts';
import { guideAges } from './guide.settings.ts';
import type GuidePage from './guide.view.tsx';
import { getItem } from './guide-item.service.ts';
import type GuideItemForm from './guide-item-form.view.tsx';
import { orderKey } from './guide-order.service.ts';

const path = '/series_guide';

/** Without a guide, shows the list; `itm_idx` opens the guide of an item, at that item. */
const PageQuery = z.object({
  gui_id: GuideId.optional().catch(undefined),
  itm_idx: idx.optional().catch(undefined),
  mode: z.enum(['edit', 'view']).default('edit').catch('edit'),
});
type PageQuery = z.output<typeof PageQuery>;

const agesOf = (ctx: Context) => getSetting(ctx, guideAges);

export function guidePages(kernel: Kernel): void {
  const { web, storage } = kernel;
  web.page(path, {
    view: view<typeof GuidePage>('guide/guide'),
    follows: ['guide'],
    shows: ({ guide }) => guide && { kind: 'guide', id: guide.gui_id },
    title: (t, { guide }) => (guide ? `${t('guide.heading')}: ${guide.gui_id}` : t('guide.heading')),
    query: PageQuery,
    load: async ({ ctx, query, request }) => {
      const guide = await openedGuide(ctx, kernel, query);
      const hasNumbers = request.cookies[numbersCookie] === 'shown';
      return { guide, guides: guide ? [] : await listGuides(ctx, storage), hasNumbers };
    },
  });
  const form = view<typeof GuideItemForm>('guide/guide-item-form');
  web.fragment(`${path}/create`, {
    view: form,
    query: z.object({ gui_id: GuideId }),
    within: ({ query }) => guideHref(query.gui_id),
    load: async ({ ctx, query }) => ({ gui_id: query.gui_id, item: null, ages: await agesOf(ctx) }),
  });
  web.fragment(`${path}/update/:itm_idx`, {
    view: form,
    params: GuideItemParams,
    within: async ({ ctx, params }) => guideHref((await getItem(ctx, params.itm_idx)).gui_id),
    load: async ({ ctx, params }) => {
      const item = shownItem(storage, await getItem(ctx, params.itm_idx));
      return { gui_id: item.gui_id, item, ages: await agesOf(ctx) };
    },
  });
  // The template of the form: without a guide, a field of its own names it.
  web.fragment('/static/html/series_guide_editor.html', {
    view: form,
    query: z.object({ gui_id: GuideId.optional().catch(undefined) }),
    within: ({ query }) => (query.gui_id === undefined ? path : guideHref(query.gui_id)),
    load: async ({ ctx, query }) => ({ gui_id: query.gui_id ?? null, item: null, ages: await agesOf(ctx) }),
  });
}

/** The guide in the address; one without items is a new guide. */
async function openedGuide(ctx: Context, { storage }: Kernel, { gui_id, itm_idx, mode }: PageQuery) {
  const guiId = itm_idx === undefined ? gui_id : (await getItem(ctx, itm_idx)).gui_id;
  if (guiId === undefined) return null;
  const [items, ages] = await Promise.all([readItems(ctx, storage, guiId), agesOf(ctx)]);
  return { gui_id: guiId, items, base: orderKey(items), ages, mode, at: itm_idx ?? null };
}
