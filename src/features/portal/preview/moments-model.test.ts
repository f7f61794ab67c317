import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { pick, seeded } from '#test/hostile.ts';
import { portalDesk } from '../portal.fixture.ts';

// `npm run test:long` does more acts, with its own seed.
const [acts, instants] = process.env['TEST_LONG'] ? [10_000, 1000] : [200, 60];
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_123);

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());
const desk = portalDesk(() => office);

const timeoutMs = acts * 1000;

const languages = ['en', 'ko', 'jp'] as const;

/** What readers got of a record from a moment on, until the next act. Milliseconds. */
interface Snapshot {
  from: number;
  until: number;
  of: string;
  id: string;
  language: string;
  answer: { status: number; results: unknown };
}

test(
  `moments of ${acts} random acts look as readers saw them then (seed ${seed})`,
  async () => {
    const random = seeded(seed);
    const one = <T>(from: readonly T[]): T => pick(random, from);
    const { admin } = office;
    const published = { published_at: new Date(0).toISOString() };
    const items: [string, number][] = [];
    const bids: string[] = [];
    for (const title of ['A', 'B']) {
      const series = await desk.addSeries(title);
      items.push(['series', series]);
      for (const name of ['1', '2']) {
        const level = await desk.addLevel(series, `${title}${name}`);
        const books = await desk.addBooks(series, level, 3, published);
        items.push(['level', level], ...books.map((bidx): [string, number] => ['book', bidx]));
        bids.push(...books.map((_, n) => `b${level}-${n + 1}`));
      }
    }
    const cids = ['one', 'two', 'three', 'four'];
    const cidxs: number[] = [];
    for (const cid of cids) {
      office.clock.advance(1000);
      cidxs.push((await desk.add(cid, { is_public: one(['O', 'X']) })).cidx);
    }
    const group = await desk.addGroup('Ages 6 to 8');
    const roadmap = async (): Promise<{ rows: string[][] }> =>
      (await admin.get(`/api/v1/roadmap?target_group=${group}`)).json.results;
    await admin.put('/api/v1/roadmap', { target_group: group, target_row: 0, bids: bids.slice(0, 2) });
    await desk.advertise(cidxs[0] ?? 0, true);
    const text = () => one(['', 'Sea', '바다', `Text ${Math.floor(random() * 1000)}`]);
    const texts = () => ({ title: `${text()}!`, summary: text(), notice: text(), description: `<p>${text()}</p>` });
    const price = (display_order: number) => ({
      currency: one(['USD', 'KRW']),
      price: String(1 + Math.floor(random() * 90)),
      subscription_period: one([0, 30]),
      display_order,
    });
    const kinds: (() => Promise<{ status: number }>)[] = [
      () => desk.change(one(cids), { multi_lang_data: { [one(languages)]: texts() } }),
      () => desk.change(one(cids), { prices: [price(1), price(2)].slice(0, 1 + Math.floor(random() * 2)) }),
      () => desk.change(one(cids), { is_public: one(['O', 'O', 'X']), label: text() }),
      () => desk.put(one(cids), ...one(items)),
      () => desk.put(one(cids), ...one(items)),
      () => desk.take(one(cids), ...one(items)),
      () => desk.lock(one(cidxs), random() < 0.3),
      async () => {
        const cid = one(cids);
        return desk.restore(cid, one<{ ver_idx: number }>(await desk.versions(cid)).ver_idx);
      },
      () => desk.advertise(one(cidxs), random() < 0.6),
      async () => {
        const advertised = await office.db
          .selectFrom('collection')
          .select('cidx')
          .where('ads_place', 'is not', null)
          .execute();
        const sequence = advertised.map(({ cidx }) => cidx).toSorted(() => random() - 0.5);
        return admin.put('/api/v1/collection/advertisement/order', { sequence });
      },
      async () => {
        const { rows } = await roadmap();
        const target_row = Math.floor(random() * (rows.length + 2)) - 1;
        return admin.put('/api/v1/roadmap', { target_group: group, target_row, bids: [one(bids), one(bids)] });
      },
      async () => {
        const { rows } = await roadmap();
        return admin.put('/api/v1/roadmap', { target_group: group, rows: rows.toSorted(() => random() - 0.5) });
      },
    ];

    const read = async (of: string, id: string, language: string) => {
      const path = { collection: `collections/${id}`, roadmap: `roadmaps/${id}`, advertisement: 'advertised' }[of];
      const { status, json } = await desk.request(`${path}${of === 'roadmap' ? '' : `?language=${language}`}`);
      return { status, results: json.results };
    };
    const snapshots: Snapshot[] = [];
    const records: [string, string][] = [
      ...cids.map((cid): [string, string] => ['collection', cid]),
      ['advertisement', 'order'],
      ['roadmap', String(group)],
    ];
    let done = 0;
    for (let n = 0; n < acts; n++) {
      office.clock.advance(1 + Math.floor(random() * 3000));
      const from = office.clock.now().getTime();
      for (const snapshot of snapshots.slice(-1)) snapshot.until = from;
      if ((await one(kinds)()).status === 200) done += 1;
      const [of, id] = one(records);
      const language = one(languages);
      snapshots.push({ from, until: from + 1, of, id, language, answer: await read(of, id, language) });
    }
    office.clock.advance(60_000);
    expect(done).toBeGreaterThan(acts / 2);

    for (let n = 0; n < instants; n++) {
      const { from, until, of, id, language, answer } = one(snapshots);
      const at = Math.floor(from + random() * (until - from)) / 1000;
      const made = await admin.post('/api/v1/preview', { of, id, at });
      expect(made.status, JSON.stringify(made.json)).toBe(200);
      const { href } = made.json.results;
      const opened = await office.stranger.get(`${href}&lang=${language}`, { accept: 'application/json' });
      const { is_public, shown: seen } = opened.json.results;
      expect(is_public, `${of} ${id} at ${at}`).toBe(answer.status === 200);
      if (answer.status === 200) expect(seen, `${of} ${id} at ${at}`).toEqual(answer.results);
      await admin.delete(`/api/v1/preview/${/link=(\d+)/.exec(href)?.[1]}`);
    }
    const old = { of: 'collection', id: 'one', at: 1 };
    expect(await admin.post('/api/v1/preview', old)).toMatchObject({
      status: 422,
      json: { error: { code: 'portal.preview_before' } },
    });
  },
  timeoutMs,
);
