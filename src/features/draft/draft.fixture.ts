import { expect } from 'vitest';
import type { Office } from '#test/app.ts';
import type { ProviderName } from './draft.rules.ts';
import { type ProviderDouble, rightKey } from './provider-double.fixture.ts';

/** Common steps of tests of drafts, through HTTP. */
export function draftSteps(office: () => Office) {
  const admin = () => office().admin;
  const list = async (ids: string) => (await admin().get(`/api/v1/draft?kind=collection&ids=${ids}`)).json.results;
  return {
    choose: (provider: ProviderName | 'off', { url = '' }: Partial<ProviderDouble>, over: object = {}) =>
      admin().put('/api/v1/setting/drafts', {
        value: { provider, url, key: rightKey, model: 'small', ...over },
      }),
    request: (ids: string[], over: object = {}) =>
      admin().post('/api/v1/draft', { kind: 'collection', ids, to: ['ko'], ...over }),
    list,
    /** The drafts of collections once none is being made any more. */
    made: async (ids: string) => {
      await expect
        .poll(async () => (await list(ids)).every(({ state }: { state: string }) => state !== 'running'), {
          timeout: 20_000,
        })
        .toBe(true);
      return list(ids);
    },
    used: async () => {
      const rows = await office().db.selectFrom('draft_month').select('characters').execute();
      return rows.reduce((sum, { characters }) => sum + characters, 0);
    },
    clear: async () => {
      for (const table of ['draft_request', 'draft_month', 'draft_key', 'setting'] as const)
        await office().db.deleteFrom(table).execute();
    },
  };
}
