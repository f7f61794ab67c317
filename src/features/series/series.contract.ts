import { z } from 'zod';
import { contract } from '#kernel/http/contract.ts';
import { idx, idxNumber, results, success, title, version } from '#kernel/http/fields.ts';

export const SeriesParams = z.object({ ser_idx: idx });

/** Ids in their order. The bound only keeps a request small. */
export const sequence = z.array(idxNumber).max(20_000);

/** The order the caller started from, as the screen's props name it; a save over another one is refused. */
export const SequenceQuery = z.object({ base: z.string().max(40).optional() });

export const seriesApi = contract({
  'GET /api/v1/series': {
    summary: 'List the series in their order',
    response: results(z.array(z.object({ ser_idx: z.int(), title: z.string() }))),
  },
  'POST /api/v1/series': {
    summary: 'Add a series at the end of the order; answers its id',
    form: true,
    body: z.strictObject({ title }),
    response: results(z.object({ ser_idx: z.int() })),
  },
  'PUT /api/v1/series/difficulty': {
    summary: 'Set the order of the series: every id exactly once',
    query: SequenceQuery,
    body: sequence,
    response: results(success),
  },
  'PUT /api/v1/series/:ser_idx': {
    summary: 'Rename a series',
    params: SeriesParams,
    body: z.strictObject({ title, version }),
    response: results(success),
  },
  'DELETE /api/v1/series/:ser_idx': {
    summary: 'Delete a series that nothing uses, with its levels',
    params: SeriesParams,
    response: results(success),
  },
});
