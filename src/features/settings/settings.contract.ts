import { z } from 'zod';
import { contract } from '#kernel/work/contract.ts';
import { results, success, version } from '#kernel/work/fields.ts';

export const settingsApi = contract({
  'GET /api/v1/setting': {
    summary: 'List the settings with their current values',
    response: results(z.array(z.object({ key: z.string(), value: z.unknown(), version: z.int() }))),
  },
  'PUT /api/v1/setting/:key': {
    summary: 'Change a setting; the value must have its type',
    params: z.object({ key: z.string().max(100) }),
    body: z.strictObject({ value: z.unknown(), version }),
    response: results(success),
  },
});
