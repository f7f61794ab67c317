import { z } from 'zod';
import { contract } from '#kernel/work/contract.ts';
import { idx, results, success, title, version } from '#kernel/work/fields.ts';

const CategoryParams = z.object({ cat_idx: idx });

export const categoryApi = contract({
  'GET /api/v1/category': {
    summary: 'List the categories by title',
    response: results(z.array(z.object({ idx: z.int(), title: z.string() }))),
  },
  'POST /api/v1/category': {
    summary: 'Add a category; returns its id',
    form: true,
    body: z.strictObject({ title }),
    response: results(z.object({ cat_idx: z.int() })),
  },
  'PUT /api/v1/category/:cat_idx': {
    summary: 'Rename a category',
    params: CategoryParams,
    body: z.strictObject({ title, version }),
    response: results(success),
  },
  'DELETE /api/v1/category/:cat_idx': {
    summary: 'Delete an unused category',
    params: CategoryParams,
    response: results(success),
  },
});
