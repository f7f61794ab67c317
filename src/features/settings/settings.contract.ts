import { z } from 'zod';
import { contract } from '#kernel/http/contract.ts';
import { results, success } from '#kernel/http/fields.ts';

export const settingsApi = contract({
  'GET /api/v1/setting': {
    summary: 'List the settings with the values in force',
    response: results(z.array(z.object({ key: z.string(), value: z.unknown() }))),
  },
  'PUT /api/v1/setting/:key': {
    summary: 'Change a setting; the value must have the shape of that setting',
    params: z.object({ key: z.string().max(100) }),
    body: z.strictObject({ value: z.unknown() }),
    response: results(success),
  },
});
