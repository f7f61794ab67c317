import { z } from 'zod';
import { contract } from '#kernel/work/contract.ts';
import { idx, results, success, title, version } from '#kernel/work/fields.ts';

const AgegroupParams = z.object({ grp_idx: idx });

export const agegroupApi = contract({
  'GET /api/v1/age_group': {
    summary: 'List the age groups by title',
    response: results(z.array(z.object({ grp_idx: z.int(), title: z.string() }))),
  },
  'POST /api/v1/age_group': {
    summary: 'Add an age group; returns its id',
    form: true,
    body: z.strictObject({ title }),
    response: results(z.object({ age_group: z.int() })),
  },
  'PUT /api/v1/age_group/:grp_idx': {
    summary: 'Rename an age group',
    params: AgegroupParams,
    body: z.strictObject({ title, version }),
    response: results(success),
  },
  'DELETE /api/v1/age_group/:grp_idx': {
    summary: 'Delete an unused age group',
    params: AgegroupParams,
    response: results(success),
  },
});

export type AgegroupApi = typeof agegroupApi;
