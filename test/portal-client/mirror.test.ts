import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { bookFields, collectionFields } from '../../clients/portal/src/portal-types.generated.ts';
import {
  type Language,
  MemoryStore,
  type Mirror,
  mirror,
  type MirrorStore,
  type Portal,
  type SqliteDatabase,
  SqliteStore,
} from '../../clients/portal/src/portal-client.ts';
import { published, startPortal, tornAfter } from './portal-desk.ts';

// The long tests make many more, MIRROR_CHANGES as many as it says; see CONTRIBUTING.md.
const changes = Number(process.env['MIRROR_CHANGES'] ?? (process.env['TEST_LONG'] ? 50_000 : 150));
/** A busy machine makes at least so many changes in a second. */
const slowest = 20;
const longMs = Math.max(30 * 60_000, (changes / slowest) * 1000);
const languages: Language[] = ['en', 'ko'];

let it: Awaited<ReturnType<typeof startPortal>>;
beforeAll(async () => {
  it = await startPortal();
});
afterAll(() => it.office.close());
beforeEach(async () => {
  for (const table of ['roadmap_book', 'guide_item', 'guide'] as const) await it.office.db.deleteFrom(table).execute();
  await it.desk.clear();
  for (const table of ['category', 'age_group'] as const) await it.office.db.deleteFrom(table).execute();
});

/** Numbers that look like chance, the same in every run. */
function chance(seed: number) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return {
    below: (n: number) => Math.floor(next() * n),
    of: <T>(some: readonly T[]): T => some[Math.floor(next() * some.length)] as T,
  };
}

async function listOf<T>(records: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of records) all.push(one);
  return all;
}

const byBid = <T extends { bid: string }>(books: T[]) => books.toSorted((a, b) => (a.bid < b.bid ? -1 : 1));

/** All that readers may see, read from the office now. */
async function freshly(portal: Portal) {
  const groups = await portal.roadmaps().all();
  const guides = await portal.guides().all();
  const fields = collectionFields;
  return {
    books: byBid(await portal.books({ fields: bookFields }).all()),
    series: await portal.series().all(),
    collections: await Promise.all(languages.map((language) => portal.collections({ language, fields }).all())),
    advertised: await portal.advertised({ fields }).all(),
    roadmaps: await Promise.all(groups.map(({ grp_idx }) => portal.roadmap(grp_idx))),
    guides: await Promise.all(guides.map(({ gui_id }) => portal.guide(gui_id))),
  };
}

async function mirrored(copy: Mirror) {
  const groups = await copy.roadmaps();
  const guides = await copy.guides();
  return {
    books: byBid(await listOf(copy.books())),
    series: await copy.series(),
    collections: await Promise.all(languages.map((language) => listOf(copy.collections(language)))),
    advertised: await listOf(copy.advertised()),
    roadmaps: await Promise.all(groups.map(({ grp_idx }) => copy.roadmap(grp_idx))),
    guides: await Promise.all(guides.map(({ gui_id }) => copy.guide(gui_id))),
  };
}

/** Staff who change whatever readers may see, at random. */
async function staffAtWork(seed: number) {
  const { desk, office } = it;
  const { admin } = office;
  const { below, of } = chance(seed);
  const allSeries = [await desk.addSeries('One'), await desk.addSeries('Two')];
  const levels = await Promise.all(
    allSeries.flatMap((ser_idx) =>
      ['A', 'B'].map(async (title) => ({ ser_idx, lev_idx: await desk.addLevel(ser_idx, title) })),
    ),
  );
  for (const { ser_idx, lev_idx } of levels) await desk.addBooks(ser_idx, lev_idx, 6, published);
  const bids = levels.flatMap(({ lev_idx }) => [1, 2, 3, 4, 5, 6].map((n) => `b${lev_idx}-${n}`));
  const group = await desk.addGroup('Six to eight');
  const made = (await admin.post('/api/v1/category', { title: 'Stories' })).json.results;
  const [category] = Object.values(made) as [number];
  const cids = ['c1', 'c2', 'c3'];
  const cidxs: number[] = [];
  for (const cid of cids) cidxs.push((await desk.add(cid, { is_public: 'O' })).cidx);
  await desk.put('c1', 'series', allSeries[0] ?? 0);
  await desk.put('c2', 'level', levels[3]?.lev_idx ?? 0);
  let n = 0;
  const acts = [
    () => admin.put(`/api/v1/book/${of(bids)}`, { title: `Title ${n}` }),
    () => admin.put(`/api/v1/book/${of(bids)}`, { cat_idx: of([category, null]) }),
    () => admin.put(`/api/v1/book/${of(bids)}`, of(levels)),
    () => desk.publish(of(bids)),
    () => desk.unpublish(of(bids)),
    () => desk.publish(...bids.slice(below(12), 12 + below(12))),
    () => admin.form(`/api/v1/book/${of(bids)}/word`, { word: `word${n}` }),
    () => admin.put(`/api/v1/series/${of(allSeries)}`, { title: `Series ${n}` }),
    () => admin.put('/api/v1/series/difficulty', below(2) > 0 ? allSeries : allSeries.toReversed()),
    () => admin.put(`/api/v1/level/${of(levels).lev_idx}`, { title: `Level ${n}` }),
    () => admin.put(`/api/v1/category/${category}`, { title: `Category ${n}` }),
    () => admin.put(`/api/v1/age_group/${group}`, { title: `Group ${n}` }),
    () => desk.change(of(cids), { multi_lang_data: { [of(languages)]: { title: `Collection ${n}` } } }),
    () => desk.change(of(cids), { is_public: of(['O', 'X', 'O']) }),
    () => desk.put(of(cids), 'level', of(levels).lev_idx),
    () => desk.take(of(cids), 'level', of(levels).lev_idx),
    () => desk.advertise(of(cidxs), below(3) > 0),
    () => admin.put('/api/v1/roadmap', { target_group: group, target_row: below(2), bids: [of(bids)] }),
    () => desk.guides.send({ gui_id: of(['g', 'h']), title: `Item ${n}`, link_title: 'x', start: '1', length: '2' }),
  ];
  const silent = new Set(acts);
  return {
    act: async () => {
      n += 1;
      const one = of(acts);
      const { status } = await one();
      if (status === 200) silent.delete(one);
    },
    /** What was never done, though tried. */
    silent: () => [...silent].map(String),
  };
}

/** A database of SQLite, where this Node has one. */
const { DatabaseSync } = (process.getBuiltinModule?.('node:sqlite') ?? {}) as {
  DatabaseSync?: new (file: string) => SqliteDatabase & { close(): void };
};

interface Disk {
  /** As another process would: opened anew. */
  open: () => MirrorStore;
  /** The one that was opened last. */
  opened: () => MirrorStore;
  end: () => Promise<void>;
}

async function diskOf(kind: 'memory' | 'SQLite'): Promise<Disk> {
  if (kind === 'memory' || !DatabaseSync) {
    const store = new MemoryStore();
    return { open: () => store, opened: () => store, end: async () => undefined };
  }
  const folder = await mkdtemp(path.join(os.tmpdir(), 'mirror-'));
  let database: InstanceType<typeof DatabaseSync> | undefined;
  const open = () => {
    database?.close();
    database = new DatabaseSync(path.join(folder, 'library.db'));
    return (store = new SqliteStore(database));
  };
  let store: SqliteStore | undefined;
  return {
    open,
    opened: () => store ?? open(),
    end: async () => {
      database?.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A store whose program is killed before its next writes but so many. */
const killedAfter = (writes: number, store: MirrorStore, killed: () => void): MirrorStore => {
  let left = writes;
  return {
    get: (key) => store.get(key),
    list: (prefix) => store.list(prefix),
    write: async (put, remove) => {
      if (left-- > 0) return store.write(put, remove);
      killed();
      throw new Error('killed');
    },
  };
};

test.each(DatabaseSync ? (['memory', 'SQLite'] as const) : (['memory'] as const))(
  `a copy in %s is the same as a fresh reading after ${changes} changes, cuts, kills and a restored backup`,
  async (kind) => {
    const { act, silent } = await staffAtWork(7);
    const { below } = chance(11);
    const disk = await diskOf(kind);
    const working = { isOver: false };
    const end = new AbortController();
    const torn = (answer: Response, url: string) =>
      !working.isOver && (url.includes('changes') || below(8) === 0) ? tornAfter(below(3000), answer) : answer;
    const portal = it.portal({ after: torn });
    let kills = 0;
    const running = async () => {
      while (!end.signal.aborted) {
        const gone = new AbortController();
        end.signal.addEventListener('abort', () => gone.abort());
        const store = disk.open();
        const mortal = working.isOver ? store : killedAfter(below(6), store, () => void kills++);
        await mirror(portal, { store: mortal, languages })
          .follow({ signal: gone.signal })
          .catch((error: unknown) => expect(error).toMatchObject({ message: 'killed' }));
        gone.abort();
      }
    };
    const follower = running();
    for (let n = 0; n < changes; n++) {
      await act();
      if (n === Math.floor(changes / 2)) {
        // A backup is restored: what was done since is gone, and so are the changes that told of it.
        await sql`update book set title = 'As it was'`.execute(it.office.db);
        await sql`update book set published_at = null where bid like '%-2'`.execute(it.office.db);
        await sql`truncate change, change_epoch_past`.execute(it.office.db);
        // Of each run another one: what a process has cached of an epoch is never that of another library.
        const epoch = kind === 'memory' ? 'abcdef02' : 'abcdef03';
        await sql`update change_epoch set epoch = ${epoch}, pruned_idx = 0`.execute(it.office.db);
        await act();
      }
    }
    expect(silent()).toEqual([]);
    working.isOver = true;
    // The last change of all: once the copy has come to it, it has everything.
    const last = await it.desk.addSeries('The last');
    const reader = it.portal();
    const fresh = await freshly(reader);
    expect(fresh.books.length).toBeGreaterThan(3);
    const { rows } = await sql<{ cursor: string }>`
      select epoch || '-' || change_idx as cursor from change_epoch, change
      where kind = 'series' and id = ${String(last)}`.execute(it.office.db);
    await expect.poll(() => mirror(reader, { store: disk.opened(), languages }).cursor()).toBe(rows[0]?.cursor);
    end.abort();
    await follower;
    const copy = mirror(reader, { store: disk.open(), languages });
    expect(await mirrored(copy)).toEqual(fresh);
    expect(kills).toBeGreaterThan(3);
    await disk.end();
  },
  longMs,
);

test('a copy goes on from where it was, and asks for no more than what changed', async () => {
  await staffAtWork(3);
  const store = new MemoryStore();
  const heard: string[] = [];
  const run = () => {
    const gone = new AbortController();
    const copy = mirror(it.portal(), {
      store,
      languages,
      onChange: (one) => heard.push(one.isAnew ? 'anew' : one.changes.map(({ kind, id }) => `${kind} ${id}`).join()),
    });
    const following = copy.follow({ signal: gone.signal });
    return { copy, end: () => (gone.abort(), following) };
  };
  const first = run();
  await expect.poll(() => heard).toEqual(['anew']);
  await first.end();
  const [{ bid } = { bid: '' }] = await it.portal().books({ limit: 1 }).all();
  await it.office.admin.put(`/api/v1/book/${bid}`, { title: 'While it was away' });
  it.made.length = 0;
  const second = run();
  await expect.poll(() => heard).toEqual(['anew', `book ${bid}`]);
  await second.end();
  expect((await second.copy.book(bid))?.title).toBe('While it was away');
  expect(it.made.filter((one) => one.includes(' books')).map((one) => one.replace(/\?.*/, ''))).toEqual([
    `200 books/${bid}`,
  ]);
  expect(await mirrored(second.copy)).toEqual(await freshly(it.portal()));
  // In another language, it is another copy.
  expect(await mirror(it.portal(), { store, languages: ['tr'] }).cursor()).toBeUndefined();
});

test('what the store throws ends the copy, and what the office refuses too', async () => {
  const full: MirrorStore = { ...killedAfter(0, new MemoryStore(), () => undefined) };
  await expect(mirror(it.portal(), { store: full }).follow()).rejects.toThrow('killed');
  const copy = mirror(it.portal({}, { key: 'lib_unknown' }), { store: new MemoryStore() });
  await expect(copy.follow()).rejects.toMatchObject({ status: 401 });
});
