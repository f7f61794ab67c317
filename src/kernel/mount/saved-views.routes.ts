import { z } from 'zod';
import type { Task } from '../desk/home.ts';
import { savedViewEntity } from '../desk/saved-views.ts';
import { ownViews, removeView, saveView, viewUndo } from '../desk/view-changes.ts';
import {
  addReader,
  countedViews,
  listColleagues,
  listWatched,
  noteVisit,
  removeReader,
} from '../desk/watched-views.ts';
import { commonMessages } from '../messages/common.messages.ts';
import type { Context } from '../work/context.ts';
import { contract } from '../work/contract.ts';
import { idx, results, success, title } from '../work/fields.ts';
import { mostReference } from '../work/sealed-filter.ts';
import type { Kernel } from './feature.ts';

const ViewParams = z.object({ view_idx: idx });
const Reader = z.strictObject({ staff_id: z.string().trim().min(1).max(200) });

export const savedViewApi = contract({
  'POST /api/v1/view': {
    summary: 'Save the filters and order of a list as a view of your own; one of the same name is replaced',
    body: z.strictObject({
      list: z.string().max(200),
      name: title.max(60),
      query: z.record(z.string().max(40), z.string().max(mostReference)),
    }),
    response: results(success.extend({ view_idx: z.int() })),
  },
  'DELETE /api/v1/view/:view_idx': {
    summary: 'Remove a view of your own',
    params: ViewParams,
    response: results(success),
  },
  'GET /api/v1/view/:view_idx/reader': {
    summary: 'The colleagues with whom a view of your own is or can be shared',
    params: ViewParams,
    response: results(z.array(z.object({ staff_id: z.string(), name: z.string(), shared: z.boolean() }))),
  },
  'POST /api/v1/view/:view_idx/reader': {
    summary: 'Put a view of your own into your menu, or into that of a colleague',
    params: ViewParams,
    body: Reader,
    response: results(success),
  },
  'DELETE /api/v1/view/:view_idx/reader': {
    summary: 'Take a view out of your menu, or one of your own out of that of a colleague',
    params: ViewParams,
    query: Reader,
    response: results(success),
  },
  'POST /api/v1/view/:view_idx/look': {
    summary: 'Note how many rows you have seen in a view of your menu; its growth is told from there',
    params: ViewParams,
    body: z.strictObject({ count: z.int().min(0).max(1_000_000_000) }),
    response: results(success),
  },
});

/** Mounts the calls that save, share and remove views, and the tasks of those that have grown. */
export function savedViewRoutes(
  kernel: Pick<Kernel, 'api' | 'views' | 'records' | 'home' | 'counts' | 'belongings'>,
): void {
  const { api, views, records, home } = kernel;
  home.addTasks((ctx) => findGrown(ctx, kernel));
  kernel.belongings.add(ownViews);
  records.define({
    kind: savedViewEntity,
    label: 'table.view',
    titles: { table: 'saved_view', key: 'view_idx', title: 'name' },
    undo: viewUndo,
    actions: {
      pinned: 'table.did_pin',
      unpinned: 'table.did_unpin',
      shared: 'table.did_share',
      unshared: 'table.did_unshare',
    },
    fields: { name: 'common.title', with: 'table.shared_with', owner: 'common.owner' },
  });
  api(savedViewApi, {
    'POST /api/v1/view': async ({ ctx, body }) => {
      if (!views.has(body.list)) throw commonMessages.error(404, 'error.not_found');
      return { results: { view_idx: await saveView(ctx, { ...body, query: views.stored(body.list, body.query) }) } };
    },
    'DELETE /api/v1/view/:view_idx': ({ ctx, params }) => removeView(ctx, params.view_idx),
    'GET /api/v1/view/:view_idx/reader': async ({ ctx, params }) => ({
      results: await listColleagues(ctx, params.view_idx),
    }),
    'POST /api/v1/view/:view_idx/reader': ({ ctx, params, body }) => addReader(ctx, params.view_idx, body.staff_id),
    'DELETE /api/v1/view/:view_idx/reader': ({ ctx, params, query }) =>
      removeReader(ctx, params.view_idx, query.staff_id),
    'POST /api/v1/view/:view_idx/look': ({ ctx, params, body }) => noteVisit(ctx, params.view_idx, body.count),
  });
}

/** The views in the caller's menu that have grown since the caller last opened them. */
async function findGrown(ctx: Context, { views, counts }: Pick<Kernel, 'views' | 'counts'>): Promise<Task[]> {
  const watched = await listWatched(ctx);
  const byOthers = new Map(watched.map(({ view_idx, by }) => [view_idx, by]));
  return countedViews(watched, views, counts)
    .filter(({ grown }) => grown > 0)
    .map(({ view_idx, name, href, count, grown }) => {
      const by = byOthers.get(view_idx);
      return {
        kind: 'table.views_grew',
        id: view_idx,
        name,
        count: grown,
        level: 'note',
        title: ctx.text('table.view_grew', { name, count: grown }),
        line: ctx.text(by ? 'table.view_grew_shared' : 'table.view_grew_line', { count: count ?? 0, name: by }),
        href,
        act: ctx.text('live.show'),
        deeds: [
          {
            label: ctx.text('table.view_seen'),
            call: `POST /api/v1/view/${view_idx}/look`,
            body: { count: count ?? 0 },
            done: ctx.text('table.view_seen_done'),
            back: { call: `POST /api/v1/view/${view_idx}/look`, body: { count: (count ?? 0) - grown } },
          },
        ],
      };
    });
}
