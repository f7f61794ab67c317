import { z } from 'zod';
import { contract } from '#kernel/work/contract.ts';
import { act_idx, base, idx, results, success, title, version } from '#kernel/work/fields.ts';
import { SequenceQuery, SeriesParams, sequence, sequenceBody } from '../series.contract.ts';

export const LevelParams = z.object({ lev_idx: idx });

/** An empty field means that no series was chosen, which has its own message. */
const chosenSeries = z.union([z.literal(''), idx]).optional();

export const LevelFormQuery = z.object({ ser_idx: chosenSeries });

export const levelsApi = contract({
  'GET /api/v1/level': {
    summary: 'List the levels of a series in order',
    query: z.object({ ser_idx: idx }),
    response: results(z.array(z.object({ lev_idx: z.int(), title: z.string() }))),
  },
  'GET /api/v1/series/:ser_idx/level': {
    summary:
      'The levels of a series as shown on screen, the key of their order, and what other features offer to do with it',
    params: SeriesParams,
    response: results(
      z.object({
        levels: z.array(z.object({ lev_idx: z.int(), title: z.string(), version: z.int(), books: z.int() })),
        base: z.string(),
        offered: z.array(
          z.object({
            label: z.string(),
            href: z.string(),
            count: z.int().optional(),
            about: z.object({ kind: z.string(), id: z.string() }).optional(),
            pressedBy: z.string().optional(),
          }),
        ),
      }),
    ),
  },
  'POST /api/v1/level': {
    summary: 'Add a level at the end of a series; returns its id',
    form: true,
    body: z.strictObject({ ser_idx: chosenSeries, title }),
    response: results(z.object({ lev_idx: z.int(), act_idx })),
  },
  'PUT /api/v1/level/:lev_idx': {
    summary: 'Rename a level',
    params: LevelParams,
    body: z.strictObject({ title, version }),
    response: results(success),
  },
  'DELETE /api/v1/level/:lev_idx': {
    summary: 'Delete an unused level',
    params: LevelParams,
    response: results(success),
  },
  'PUT /api/v2/level/:ser_idx': {
    summary: 'Set the order of the levels of a series; every id exactly once',
    params: SeriesParams,
    query: SequenceQuery,
    body: z.strictObject({ sequence, base }),
    ...sequenceBody,
    response: results(success),
  },
});
