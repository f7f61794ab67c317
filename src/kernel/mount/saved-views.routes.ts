import { z } from 'zod';
import { removeView, saveView } from '../desk/saved-views.ts';
import { commonMessages } from '../messages/common.messages.ts';
import { contract } from '../work/contract.ts';
import { idx, results, success, title } from '../work/fields.ts';
import type { Kernel } from './feature.ts';

export const savedViewApi = contract({
  'POST /api/v1/view': {
    summary: 'Save the filters and order of a list as a view of your own; one of the same name is replaced',
    body: z.strictObject({
      list: z.string().max(200),
      name: title.max(60),
      query: z.record(z.string().max(40), z.string().max(200)),
    }),
    response: results(success.extend({ view_idx: z.int() })),
  },
  'DELETE /api/v1/view/:view_idx': {
    summary: 'Remove a view of your own',
    params: z.object({ view_idx: idx }),
    response: results(success),
  },
});

/** Mounts the calls that save and remove views. */
export function savedViewRoutes({ api, views, records }: Pick<Kernel, 'api' | 'views' | 'records'>): void {
  records.define({
    kind: 'saved_view',
    label: 'table.view',
    titles: { table: 'saved_view', key: 'view_idx', title: 'name' },
    fields: { name: 'common.title' },
  });
  api(savedViewApi, {
    'POST /api/v1/view': async ({ ctx, body }) => {
      if (!views.has(body.list)) throw commonMessages.error(404, 'error.not_found');
      return { results: { success: true, view_idx: await saveView(ctx, body) } };
    },
    'DELETE /api/v1/view/:view_idx': async ({ ctx, params }) => {
      await removeView(ctx, params.view_idx);
      return { results: { success: true } };
    },
  });
}
