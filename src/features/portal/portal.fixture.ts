import { collectionDesk } from '#features/collection/collection.fixture.ts';
import { guideDesk } from '#features/guide/guide.fixture.ts';
import type { Answer, Office } from '#test/app.ts';

/** Common steps of portal tests: staff change things, and a program with a key reads. */
export function portalDesk(office: () => Office) {
  const desk = collectionDesk(office);
  const admin = () => office().admin;
  let key: Promise<string> | undefined;
  const makeKey = async (over: object = {}): Promise<string> =>
    (await admin().post('/api/v1/api_key', { name: 'Portal', scope: 'read', ...over })).json.results.key;
  const keyOf = (): Promise<string> => (key ??= makeKey());
  const request = async (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
    office().stranger.get(`/portal/v1/${path}`, { authorization: `Bearer ${await keyOf()}`, ...headers });
  return {
    ...desk,
    key: keyOf,
    guides: guideDesk(office),
    makeKey,
    request,
    results: async (path: string) => (await request(path)).json.results,
    publish: (...bids: string[]) => admin().put('/api/v1/book', { bids }),
    unpublish: (...bids: string[]) => admin().put('/api/v1/book', { bids, published: false }),
    change: (cid: string, body: object) => admin().put(`/api/v5/collection/${cid}`, body),
    advertise: (cidx: number, adsOn: boolean) => admin().put('/api/v1/collection/advertisement', { cidx, adsOn }),
    set: (setting: string, value: unknown) => admin().put(`/api/v1/setting/${setting}`, { value }),
    addGroup: async (title: string): Promise<number> =>
      (await admin().post('/api/v1/age_group', { title })).json.results.age_group,
    addSentence: async (bid: string, word: string, sentence: string): Promise<void> => {
      const { word_idx } = (await admin().form(`/api/v1/book/${bid}/word`, { word })).json.results;
      const fields = { bid, word_idx: String(word_idx), word, sentence, mdr_targeted: 'N' };
      await admin().form('/api/v1/sentence', fields);
    },
  };
}
