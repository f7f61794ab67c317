import { z } from 'zod';
import { contract } from '#kernel/work/contract.ts';
import { idx, results, success } from '#kernel/work/fields.ts';

export const participantApi = contract({
  'DELETE /api/v1/event/:event_idx/participant/:reg_idx': {
    summary:
      'Take a participant out of an event: the registration goes, and its place is free. The learner may join again',
    params: z.object({ event_idx: idx, reg_idx: idx }),
    response: results(success),
  },
});
