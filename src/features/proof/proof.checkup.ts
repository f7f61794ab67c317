import type { Checkup } from '#kernel/mount/checkup.ts';
import { readOutlet } from './outlet/outlet.store.ts';
import { readUnsealedAge } from './proof.store.ts';
import { readSealedKey } from './seal/chain.store.ts';
import { openTrailKey } from './seal/trail-key.ts';

// How long rows may be without a link, and the receiver without rows, before that is a warning. Seconds.
const sealedWithin = 60;
const sentWithin = 300;

/** Whether the trail is sealed, and its receiver takes it. */
export const proofCheckup: Checkup = {
  name: 'trail',
  label: 'proof.heading',
  async find(parts) {
    const { config } = parts;
    const { key, age, outlet } = await parts.read(async (ctx) => ({
      key: await readSealedKey(ctx),
      age: Math.round(await readUnsealedAge(ctx.db)),
      outlet: await readOutlet(ctx),
    }));
    if (key && !(await openTrailKey(config, key)))
      return { state: 'bad', says: [{ key: 'proof.key_lost' }], hint: { key: 'proof.key_lost_hint' } };
    if (age > sealedWithin)
      return {
        state: 'warn',
        says: [{ key: 'proof.behind', values: { seconds: age } }],
        hint: { key: 'proof.behind_hint' },
      };
    if (!config.trail) return { state: 'ok', says: [{ key: 'proof.sealed' }, { key: 'proof.not_sent' }] };
    const { failing, problem, waiting } = outlet;
    if (failing !== null && failing > sentWithin)
      return {
        state: 'warn',
        says: [{ key: 'proof.not_taken', values: { count: waiting, reason: problem ?? '' } }],
        hint: { key: 'proof.not_taken_hint' },
      };
    return { state: 'ok', says: [{ key: 'proof.sealed' }, { key: 'proof.sent', values: { count: waiting } }] };
  },
};
