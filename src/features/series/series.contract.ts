import { z } from 'zod';
import { contract } from '#kernel/work/contract.ts';
import { act_idx, base, idx, idxNumber, results, Seen, success, title, version } from '#kernel/work/fields.ts';
import { longList } from '#kernel/work/long-list.ts';

export const SeriesParams = z.object({ ser_idx: idx });

/** Ordered ids. The limit only keeps a request small. */
export const sequence = longList(idxNumber, { max: 20_000 });
export const sequenceBody = { bodyLimit: 256 << 10, bodyValues: 25_000 };

/** The order the caller started from, for calls whose body is a list and has no place for it. */
export const SequenceQuery = z.object({ base });

export const seriesApi = contract({
  'GET /api/v1/series': {
    summary: 'List the series in order',
    response: results(z.array(z.object({ ser_idx: z.int(), title: z.string() }))),
  },
  'POST /api/v1/series': {
    summary: 'Add a series at the end of the order; returns its id',
    form: true,
    body: z.strictObject({ title }),
    response: results(z.object({ ser_idx: z.int(), act_idx })),
  },
  'PUT /api/v1/series/difficulty': {
    summary: 'Set the order of the series; every id exactly once',
    query: SequenceQuery,
    body: sequence,
    ...sequenceBody,
    response: results(success),
  },
  'PUT /api/v1/series/:ser_idx': {
    summary: 'Rename a series',
    params: SeriesParams,
    body: z.strictObject({ title, version }),
    response: results(success),
  },
  'DELETE /api/v1/series/:ser_idx': {
    summary: 'Delete an unused series and its levels',
    params: SeriesParams,
    query: Seen,
    response: results(success),
  },
});
