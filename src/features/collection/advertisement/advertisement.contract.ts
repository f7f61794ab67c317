import { z } from 'zod';
import { contract } from '#kernel/work/contract.ts';
import { base, idxNumber, results, success, version } from '#kernel/work/fields.ts';
import { longList } from '#kernel/work/long-list.ts';

export const advertisementApi = contract({
  'PUT /api/v1/collection/advertisement': {
    summary: 'Advertise a collection, at the end of the order or at a place from 1, or stop advertising it',
    body: z.strictObject({
      cidx: idxNumber,
      adsOn: z.boolean(),
      place: z.int().min(1).max(1_000_000).optional(),
      version,
    }),
    response: results(
      success.extend({ warnings: z.array(z.string()).describe('Says so if readers cannot see the collection yet') }),
    ),
  },
  'PUT /api/v1/collection/advertisement/order': {
    summary: 'Set the order of the advertised collections; every cidx exactly once',
    body: z.strictObject({ sequence: longList(idxNumber, { max: 20_000 }), base }),
    bodyLimit: 256 << 10,
    bodyValues: 25_000,
    response: results(success),
  },
});
