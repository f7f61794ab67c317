import { z } from 'zod';
import { contract } from '#kernel/http/contract.ts';
import { base, idxNumber, results, success, version } from '#kernel/http/fields.ts';
import { longList } from '#kernel/http/long-list.ts';

export const advertisementApi = contract({
  'PUT /api/v1/collection/advertisement': {
    summary: 'Advertise a collection, at the end of the order, or stop advertising it',
    body: z.strictObject({ cidx: idxNumber, adsOn: z.boolean(), version }),
    response: results(success),
  },
  'PUT /api/v1/collection/advertisement/order': {
    summary: 'Set the order of the advertised collections; every cidx exactly once',
    body: z.strictObject({ sequence: longList(idxNumber, { max: 20_000 }), base }),
    bodyLimit: 256 << 10,
    bodyValues: 25_000,
    response: results(success),
  },
});
