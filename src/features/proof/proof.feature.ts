import type { Feature } from '#kernel/mount/feature.ts';
import { sendTrail } from './outlet/send-trail.service.ts';
import { proofCheckup } from './proof.checkup.ts';
import { proofApi } from './proof.contract.ts';
import { proofMessages } from './proof.messages.ts';
import { readHead, readUnsealedAge } from './proof.store.ts';
import { sealTrail } from './seal/seal-trail.service.ts';
import { sealedTrailKey } from './seal/trail-key.ts';
import { trailVoucher } from './seal/vouch.service.ts';

/** Proof that the audit trail is as it was written: a chain over its rows, and a copy elsewhere as they come. */
export const proof: Feature = {
  name: 'proof',
  messages: proofMessages,
  sealed: sealedTrailKey,
  checkups: [proofCheckup],
  gauges: [
    {
      name: 'trail_unsealed_seconds',
      help: 'How long the oldest row of the audit trail that is not sealed yet has been there',
      count: readUnsealedAge,
    },
  ],
  exported: {
    tables: [],
    without: Object.fromEntries(
      ['trail_amended', 'trail_chain', 'trail_outlet', 'trail_seal'].map((table) => [
        table,
        'The seals of the trail are made with the secret of one office: another one seals what it is given from the start.',
      ]),
    ),
  },
  register(kernel) {
    kernel.trail.add(trailVoucher(kernel.config));
    sealTrail(kernel);
    sendTrail(kernel);
    kernel.api(proofApi, {
      'GET /api/v1/trail/anchor': async ({ ctx }) => ({ results: await readHead(ctx.db) }),
    });
  },
};
