import { z } from 'zod';
import { contract } from '#kernel/work/contract.ts';
import { results, success } from '#kernel/work/fields.ts';

export const spreadsheetApi = contract({
  'GET /api/v1/spreadsheet/account': {
    summary: 'Whether cloud spreadsheets are configured, and the caller’s connected account',
    response: results(z.object({ configured: z.boolean(), connected: z.boolean(), email: z.string().nullable() })),
  },
  'DELETE /api/v1/spreadsheet/account': {
    summary: 'Disconnect the caller’s spreadsheet account',
    ownTransaction: true,
    response: results(success),
  },
});
