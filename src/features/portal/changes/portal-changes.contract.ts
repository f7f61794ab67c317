import { z } from 'zod';
import { contract } from '#kernel/work/contract.ts';
import { portalKinds } from './portal-changes.rules.ts';

const kinds = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(z.enum(portalKinds)).min(1))
  .describe(`Only these kinds, separated by commas: ${portalKinds.join(', ')}`);

export const portalChangesApi = contract({
  'GET /portal/v1/changes': {
    summary:
      'Follow changes as server-sent events, {kind, id} each, in the order of their commits. id null means many. Resume with Last-Event-ID; 410 means the place is gone: read everything again and follow from now',
    permission: 'key:read',
    stability: 'stable',
    query: z.object({
      from: z.literal('now').optional().describe('Skip what changed before; ignored with Last-Event-ID'),
      kinds: kinds.optional(),
    }),
    stream: 'text/event-stream',
  },
});
