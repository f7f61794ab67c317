import { afterAll, beforeAll, expect, test } from 'vitest';
import { collectionDesk } from '#features/collection/collection.fixture.ts';
import { type Office, startOffice } from '#test/app.ts';
import { pick, seeded } from '#test/hostile.ts';

// `npm run test:long` runs ten times as many acts, with its own seed.
const acts = process.env['TEST_LONG'] ? 2000 : 200;
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_122);

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());
const desk = collectionDesk(() => office);

type Item = `${'series' | 'level' | 'book'}:${number}`;

interface Book {
  bid: string;
  level: number;
  mobile: boolean;
}

/** A collection in the model: what it contains now, and what it contained at each of its versions. */
interface Collection {
  cid: string;
  cidx: number;
  locked: boolean;
  items: Set<Item>;
  versions: { ver_idx: number; items: Set<Item> }[];
}

const isSame = (a: ReadonlySet<Item>, b: ReadonlySet<Item>) => a.size === b.size && a.isSubsetOf(b);

test(`collections match a plain model of ${acts} random acts: counts, members, versions (seed ${seed})`, async () => {
  const random = seeded(seed);
  const one = <T>(from: readonly T[]): T => pick(random, from);
  await desk.clear();
  const levels = new Map<number, number>();
  for (const title of ['A', 'B', 'C']) {
    const series = await desk.addSeries(title);
    for (const name of ['1', '2']) levels.set(await desk.addLevel(series, `${title}${name}`), series);
  }
  const books = new Map<number, Book>();
  const addBooks = async (level: number, count: number, mobile: boolean) => {
    const at = new Date(0).toISOString();
    const rows = Array.from({ length: count }, (_, n) => `m${books.size}-${n}-${Math.floor(random() * 1e9)}`);
    const made = await office.db
      .insertInto('book')
      .values(
        rows.map((bid) => ({
          bid,
          title: bid,
          format: mobile ? 'EPUB' : 'SPINDLE',
          ser_idx: levels.get(level) ?? 0,
          lev_idx: level,
          isbn_print: `${bid}p`,
          isbn_spindle: `${bid}s`,
          created_at: at,
          updated_at: at,
        })),
      )
      .returning(['bidx', 'bid'])
      .execute();
    for (const { bidx, bid } of made) books.set(bidx, { bid, level, mobile });
  };
  for (const level of levels.keys()) await addBooks(level, 6, level % 2 === 0);

  const newest = async (cid: string): Promise<number> => (await desk.versions(cid))[0].ver_idx;
  const collections: Collection[] = [];
  for (const cid of ['p', 'q', 'r']) {
    const { cidx } = await desk.add(cid);
    const versions = [{ ver_idx: await newest(cid), items: new Set<Item>() }];
    collections.push({ cid, cidx, locked: false, items: new Set(), versions });
  }

  const reached = ({ items }: Collection) =>
    [...books].filter(
      ([bidx, { level }]) =>
        items.has(`book:${bidx}`) || items.has(`level:${level}`) || items.has(`series:${levels.get(level) ?? 0}`),
    );
  const changed = async (to: Collection, items = to.items) => {
    to.items = items;
    to.versions.push({ ver_idx: await newest(to.cid), items: new Set(items) });
  };
  const exists = (item: Item) => !item.startsWith('book:') || books.has(Number(item.split(':')[1]));
  const anyItem = (): Item =>
    one<() => Item>([
      () => `series:${one([...levels.values()])}`,
      () => `level:${one([...levels.keys()])}`,
      () => `book:${one([...books.keys()])}`,
      () => `book:${one([...books.keys()])}`,
    ])();
  const parts = (item: Item) => item.split(':') as [string, string];

  const kinds: (() => Promise<void>)[] = [
    async () => {
      const to = one(collections);
      const item = anyItem();
      const [type, idx] = parts(item);
      const expected = to.locked || to.items.has(item) ? 409 : 200;
      expect((await desk.put(to.cid, type, Number(idx))).status).toBe(expected);
      if (expected === 200) await changed(to, new Set([...to.items, item]));
    },
    async () => {
      const to = one(collections);
      const item = to.items.size > 0 && random() < 0.8 ? one([...to.items]) : anyItem();
      const [type, idx] = parts(item);
      const expected = to.locked ? 409 : to.items.has(item) ? 200 : 404;
      expect((await desk.take(to.cid, type, Number(idx))).status).toBe(expected);
      if (expected === 200) await changed(to, to.items.difference(new Set([item])));
    },
    async () => {
      const to = one(collections);
      const level = one([...levels.keys()]);
      const found = [...books].filter(([, book]) => book.level === level).map(([bidx]): Item => `book:${bidx}`);
      const body = { add_books: { filter: { level }, except: [] } };
      const fresh = found.filter((item) => !to.items.has(item));
      const expected = to.locked || fresh.length === 0 ? 409 : 200;
      const answer = await office.admin.put(`/api/v5/collection/${to.cid}/contents`, body);
      expect(answer.status).toBe(expected);
      if (expected !== 200) return;
      await changed(to, new Set([...to.items, ...found]));
      if (random() < 0.5) return;
      // Undone at once: only what it added is removed.
      expect((await office.admin.undo(answer.json.results.act_idx)).status).toBe(200);
      await changed(to, to.items.difference(new Set(fresh)));
    },
    async () => {
      const [bidx, book] = one([...books]);
      const level = one([...levels.keys()]);
      const body = { ser_idx: levels.get(level), lev_idx: level };
      expect((await office.admin.put(`/api/v1/book/${book.bid}`, body)).status).toBe(200);
      books.set(bidx, { ...book, level });
    },
    async () => {
      const [bidx, { bid, level }] = one([...books]);
      const isReferenced = collections.some(({ items }) => items.has(`book:${bidx}`));
      expect((await office.admin.post(`/book/delete/${bid}`)).status).toBe(isReferenced ? 409 : 200);
      if (isReferenced) return;
      books.delete(bidx);
      await addBooks(level, 1, random() < 0.5);
    },
    async () => {
      const to = one(collections);
      const lock = random() < 0.4;
      expect((await desk.lock(to.cidx, lock)).status).toBe(200);
      const isNew = lock !== to.locked;
      to.locked = lock;
      if (isNew) await changed(to);
    },
    async () => {
      const to = one(collections);
      const { ver_idx: verIdx, items } = one(to.versions);
      const wanted = new Set([...items].filter(exists));
      const isNew = !isSame(wanted, to.items);
      const expected = isNew && to.locked ? 409 : 200;
      // A book moves meanwhile: the reach of the collection follows.
      const [bidx, book] = one([...books]);
      const level = one([...levels.keys()]);
      const [restored, moved] = await Promise.all([
        desk.restore(to.cid, verIdx),
        office.admin.put(`/api/v1/book/${book.bid}`, { ser_idx: levels.get(level), lev_idx: level }),
      ]);
      expect([restored.status, moved.status]).toEqual([expected, 200]);
      books.set(bidx, { ...book, level });
      if (isNew && expected === 200) await changed(to, wanted);
    },
  ];

  for (let round = 1; round <= acts; round++) {
    await one(kinds)();
    const to = one(collections);
    const { results, counts, total } = await desk.contents(to.cid);
    const members = reached(to);
    const at = `act ${round}`;
    expect(counts, at).toEqual({ web: members.length, mobile: members.filter(([, { mobile }]) => mobile).length });
    expect(total, at).toBe(to.items.size);
    const keys = results.map(
      (line: { content_type: string; content_idx: number }) => `${line.content_type}:${line.content_idx}`,
    );
    expect(new Set(keys), at).toEqual(to.items);
  }
  for (const { cid, versions } of collections) {
    const listed: { ver_idx: number }[] = [];
    for (let page = 1; listed.length < versions.length; page++) {
      const { results, total } = (await office.admin.get(`/api/v5/collection/${cid}/version?page=${page}`)).json;
      expect(total).toBe(versions.length);
      listed.push(...results);
    }
    expect(listed.map(({ ver_idx: verIdx }) => verIdx).toReversed()).toEqual(
      versions.map(({ ver_idx: verIdx }) => verIdx),
    );
  }
});
