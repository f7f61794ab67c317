import { z } from 'zod';
import { ExportFormat, exportTypes } from '#kernel/http/export.ts';
import { contract } from '#kernel/work/contract.ts';
import { BatchParams } from '../batch.contract.ts';
import { mostCodes } from '../batch.rules.ts';

export const withdrawalListApi = contract({
  'GET /api/v1/code/batch/:cg_idx/withdrawal': {
    summary:
      'The delivered codes that a lower quantity would withdraw, as a sheet for whoever has them: to whom each went first, and when',
    params: BatchParams,
    query: z.object({
      count: z.coerce.number().int().min(1).max(mostCodes).describe('The quantity'),
      as: ExportFormat.default('csv'),
    }),
    stream: exportTypes,
  },
});
