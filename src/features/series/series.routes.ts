import { z } from 'zod';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { marksKind } from '#kernel/records/marks.rules.ts';
import { marksOn } from '#kernel/records/record-parts.ts';
import { changeSequence, sequenceKey } from '#kernel/records/sequence.ts';
import { idx } from '#kernel/work/fields.ts';
import { seriesApi } from './series.contract.ts';
import { listSeriesRows } from './series.read.ts';
import { createSeries, removeSeries, renameSeries, seriesOrder, seriesOrderId } from './series.service.ts';
import { listSeries } from './series.store.ts';
import type SeriesForm from './series-form.view.tsx';
import type SeriesList from './series-list.view.tsx';

/** `open` names a series whose levels are initially shown. */
const ListQuery = z.object({ open: idx.optional().catch(undefined) });

export function seriesRoutes({ api, web, references, records }: Kernel): void {
  api(seriesApi, {
    'GET /api/v1/series': async ({ ctx }) => ({ results: await listSeries(ctx.db) }),
    'POST /api/v1/series': async ({ ctx, body }) => ({ results: { ser_idx: await createSeries(ctx, body.title) } }),
    'PUT /api/v1/series/difficulty': ({ ctx, body, query }) =>
      changeSequence(ctx, seriesOrder, { id: seriesOrderId, wanted: body, base: query.base }),
    'PUT /api/v1/series/:ser_idx': ({ ctx, params, body }) =>
      renameSeries(ctx, params.ser_idx, body.title, body.version),
    'DELETE /api/v1/series/:ser_idx': ({ ctx, params, query }) =>
      removeSeries(ctx, references, params.ser_idx, query.seen),
  });
  web.page('/series', {
    view: view<typeof SeriesList>('series/series-list'),
    follows: ['series', marksKind('series')],
    query: ListQuery,
    title: (t) => t('series.heading'),
    load: async ({ ctx, query }) => {
      const rows = await listSeriesRows(ctx, references);
      const ids = rows.map(({ ser_idx }) => String(ser_idx));
      const marks = await marksOn(ctx, records.all, 'series', ids);
      return { rows, marks, base: sequenceKey(rows.map((row) => ({ id: row.ser_idx }))), open: query.open ?? null };
    },
  });
  web.fragment('/series/create', {
    view: view<typeof SeriesForm>('series/series-form'),
    within: '/series',
    load: () => ({}),
  });
}
