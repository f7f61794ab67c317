import type { Checkup } from '#kernel/mount/checkup.ts';
import { usual } from './draft.rules.ts';
import { findChosen } from './draft.service.ts';
import { ProviderProblem } from './provider/provider.ts';
import { probe } from './provider/send-passage.ts';

// Milliseconds.
const answersWithinMs = 8000;

/** Whether the provider of drafts is there and takes the key. Nothing is translated. */
export const draftCheckup: Checkup = {
  name: 'drafts',
  label: 'draft.setting',
  async find({ config, ...parts }) {
    const chosen = await parts.read((ctx) => findChosen(ctx, config));
    if (!chosen) return { state: 'ok', says: [{ key: 'draft.checkup_off' }] };
    const { name, access } = chosen;
    const values = { host: URL.parse(access.url)?.host ?? access.url };
    if (usual[name].needsKey && access.key === undefined) return { state: 'bad', says: [{ key: 'draft.no_key' }] };
    try {
      await probe(name, access, { allowPrivate: config.webhookPrivate, timeoutMs: answersWithinMs });
      return { state: 'ok', says: [{ key: 'draft.checkup_ok', values }] };
    } catch (error) {
      if (!(error instanceof ProviderProblem)) throw error;
      // Staff go on without drafts.
      return { state: 'warn', says: [{ key: 'draft.checkup_failed', values }], hint: error.problem };
    }
  },
};
