import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { importCsv, importRow } from '#features/import/import.factory.ts';
import { Client } from './client.ts';
import { type EarlierRelease, findEarlierRelease } from './earlier-release.ts';
import { proveEveryKind, storeEveryKind, storeWhole } from './upgrade-sets.ts';
import { account, admin } from './product.ts';
import { type SpawnedOffice, spawnOffice } from './spawned-office.ts';
import { StaffAtWork } from './staff-at-work.ts';
import { testDatabase } from './test-database.ts';

// Installs and builds another release: minutes.
const isLong = process.env['TEST_LONG'] === '1';
const earlier = isLong ? await findEarlierRelease() : 'it takes minutes: npm run test:long';

if (typeof earlier === 'string') test.skip(`acts across an upgrade: ${earlier}`, () => undefined);
else suite(earlier);

/** Something that is undone, and what of the library it changes. */
interface Kind {
  name: string;
  /** A query for what it changes. */
  state: string;
  /** Does it; returns its act if the trail does not tell. */
  act(by: Client): Promise<unknown>;
  /** The address of its undo, if it is not that of an act. */
  undo?: () => string;
}

const priced = (price: string) => [
  { currency: 'KRW', price, discounted_price: null, subscription_period: 0, display_order: 1 },
];
const soon = () => Math.ceil(Date.now() / 1000) + 3600;

function suite(before: EarlierRelease): void {
  let database: Awaited<ReturnType<typeof testDatabase>>;
  let client: pg.Client;
  let dataDir: string;
  const offices: SpawnedOffice[] = [];
  const start = async (folder?: string) => {
    const environment = { DATABASE_URL: database.url, DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...account };
    const office = await spawnOffice(environment, folder);
    offices.push(office);
    return office;
  };
  const query = async <Row>(text: string): Promise<Row[]> => (await client.query(text)).rows;
  const value = async (text: string): Promise<unknown> => Object.values((await query<object>(text))[0] ?? {})[0];
  const lastAct = () => value('select max(act_idx) from audit');
  const pricesOf = (cid: string) =>
    `select json_agg(price::text order by display_order) from collection_price join collection using (cidx) where cid = '${cid}'`;
  const statusOf = (table: 'release' | 'reservation', id: number) =>
    value(`select status from ${table} where ${table === 'release' ? 'rel_idx' : 'res_idx'} = ${id}`);
  const due = (table: 'release' | 'reservation', id: number) =>
    query(`update ${table} set apply_at = now() where ${table === 'release' ? 'rel_idx' : 'res_idx'} = ${id}`);
  const ends = (table: 'release' | 'reservation', id: number, status: string) =>
    expect.poll(() => statusOf(table, id), { timeout: 60_000, interval: 100 }).toBe(status);

  /** The collections and books that one turn changes; turns share none. */
  const bidOf = (turn: string, index: number) => `${turn}B${index}`;
  const library = async (by: Client, turn: string, from: number) => {
    for (const index of [1, 2, 3, 4, 5, 6, 7])
      await by.results('POST', '/api/v1/collection', {
        cid: `${turn}${index}`,
        title: `Collection ${turn}${index}`,
        prices: priced('1'),
      });
    const books = [1, 2, 3, 4].map((index) =>
      bookRow(from + index, { bid: bidOf(turn, index), series: `Series ${turn}` }),
    );
    await by.results('POST', '/api/v1/book', { books, create_missing: true });
    for (const title of ['x', 'y']) await by.results('POST', '/api/v1/series', { title: `${title} ${turn}` });
  };
  const release = async (by: Client, cid: string, price: string, when: { apply_at?: number } = {}): Promise<number> => {
    const { rel_idx: id } = await by.results('POST', '/api/v1/release', { name: `Release of ${cid} ${price}` });
    await by.results('PUT', `/api/v1/release/${id}/change`, {
      kind: 'collection',
      id: cid,
      values: { prices: priced(price) },
    });
    if (when.apply_at) await by.results('PUT', `/api/v1/release/${id}`, when);
    return id;
  };
  const schedule = async (by: Client, cid: string, price: string): Promise<number> =>
    (await by.results('POST', '/api/v1/reservation', { cid, target: 'price', value: priced(price), apply_at: soon() }))[
      'res_idx'
    ];

  const kinds = (turn: string, from: number): Kind[] => {
    const bids = [bidOf(turn, 1), bidOf(turn, 2)];
    const named = `('${bids.join("','")}')`;
    let imported = 0;
    let ordered: number[] = [];
    return [
      {
        name: 'books published',
        state: `select json_agg(published_at is null order by bid) from book where bid in ${named}`,
        act: (by) => by.results('PUT', '/api/v1/book', { bids, published: true }),
      },
      {
        name: 'books changed together',
        state: `select json_agg(language order by bid) from book where bid in ${named}`,
        act: (by) =>
          by.results('PUT', '/api/v1/book/change', { selection: { ids: bids }, change: { language: 'English' } }),
      },
      {
        name: 'contents added',
        state: `select count(*) from collection_content join collection using (cidx) where cid = '${turn}1'`,
        act: async (by) => {
          const content_idx = await value(`select bidx from book where bid = '${bids[0]}'`);
          await by.results('PUT', `/api/v5/collection/${turn}1/contents`, {
            add: [{ content_type: 'book', content_idx: Number(content_idx) }],
            reason: 'New',
          });
        },
      },
      {
        name: 'series ordered',
        state: `select json_agg(title order by position) from series where title in ('x ${turn}', 'y ${turn}')`,
        act: async (by) => {
          const rows = await query<{ ser_idx: number; title: string }>(
            'select ser_idx, title from series order by position',
          );
          const at = (title: string) => rows.findIndex((row) => row.title === `${title} ${turn}`);
          ordered = rows.map(({ ser_idx: id }) => id);
          [ordered[at('x')], ordered[at('y')]] = [ordered[at('y')] ?? 0, ordered[at('x')] ?? 0];
          await by.results('PUT', '/api/v1/series/difficulty', ordered);
        },
      },
      {
        name: 'rows of a sheet imported',
        state: `select json_agg(title order by bid) from book where bid in ('${bidOf(turn, 3)}', '${turn}New')`,
        act: async (by) => {
          const series = `Series ${turn}`;
          const [known] = await query<Record<'isbn_print' | 'isbn_spindle' | 'format' | 'level', string>>(
            `select isbn_print, isbn_spindle, format, level.title as level from book join level using (lev_idx) where bid = '${bidOf(turn, 3)}'`,
          );
          const rows = [
            importRow(1, { ...known, bid: bidOf(turn, 3), title: 'Imported', series }),
            importRow(from + 9, { bid: `${turn}New`, series, level: known?.level ?? '' }),
          ];
          const form = new FormData();
          form.append('file', new File([importCsv(rows)], 'books.csv'));
          imported = Number((await by.results('POST', '/api/v1/import', form))['import_idx']);
          await by.results('PUT', `/api/v1/import/${imported}`, { update: true, create_missing: true });
          await by.results('POST', `/api/v1/import/${imported}/apply`);
          await expect
            .poll(() => value(`select status from import where import_idx = ${imported}`), { timeout: 60_000 })
            .toBe('applied');
        },
        undo: () => `/api/v1/import/${imported}/undo`,
      },
      {
        name: 'a release applied by hand',
        state: pricesOf(`${turn}2`),
        act: async (by) => by.results('POST', `/api/v1/release/${await release(by, `${turn}2`, '20')}/apply`),
      },
      {
        name: 'a release applied at its time',
        state: pricesOf(`${turn}3`),
        act: async (by) => {
          const id = await release(by, `${turn}3`, '30', { apply_at: soon() });
          await due('release', id);
          await ends('release', id, 'applied');
          return value(
            `select act_idx from audit where entity = 'release' and entity_id = '${id}' and action = 'release.applied'`,
          );
        },
      },
      {
        name: 'a scheduled change cancelled',
        state: `select json_agg(status) from reservation where cid = '${turn}4'`,
        act: async (by) => {
          const id = await schedule(by, `${turn}4`, '40');
          await by.results('DELETE', `/api/v1/reservation/${id}`);
        },
      },
    ];
  };

  /** Does every kind; returns what undoes each, and the states that it left and began with. */
  const doAll = async (by: Client, turn: string, from: number) => {
    await library(by, turn, from);
    const done = [];
    for (const kind of kinds(turn, from)) {
      const began = kind.name === 'a scheduled change cancelled' ? ['scheduled'] : await value(kind.state);
      const made = await kind.act(by);
      const act = typeof made === 'string' || typeof made === 'number' ? made : await lastAct();
      const left = await value(kind.state);
      expect(left, kind.name).not.toEqual(began);
      done.push({ ...kind, began, left, path: kind.undo?.() ?? `/api/v1/act/${Number(act)}/undo` });
    }
    return done;
  };
  type Done = Awaited<ReturnType<typeof doAll>>;
  /** Undoes all, the last first: each is as it was left, then as it began, and is undone once. */
  const undoAll = async (by: Client, done: Done) => {
    for (const one of done.toReversed()) {
      expect(await value(one.state), `${one.name}: left`).toEqual(one.left);
      await by.results('POST', one.path);
      expect(await value(one.state), `${one.name}: undone`).toEqual(one.began);
      expect((await by.request('POST', one.path)).status, `${one.name}: again`).toBe(409);
    }
  };

  describe('Sets of changes of an earlier release', () => {
    beforeAll(async () => {
      database = await testDatabase();
      client = new pg.Client({ connectionString: database.url });
      await client.connect();
      await client.query('drop schema public cascade; create schema public');
      dataDir = await mkdtemp(path.join(os.tmpdir(), 'upgrade-acts-'));
    });
    afterAll(async () => {
      await Promise.all(offices.map((office) => office.stop()));
      await client.end();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    });

    test('in every state are applied, cancelled and undone as promised after an upgrade under load, and beside an old instance each undoes what the other did', async () => {
      const old = await start(before.folder);
      const byOld = await Client.logIn(old.url, admin);
      const acts = await doAll(byOld, 'o', 500_000);

      for (const index of [1, 2, 3, 4, 5, 6, 7, 8])
        await byOld.results('POST', '/api/v1/collection', {
          cid: `s${index}`,
          title: `State ${index}`,
          prices: priced('1'),
        });
      const open = await release(byOld, 's1', '11');
      const waiting = await release(byOld, 's2', '12', { apply_at: soon() });
      const failed = await release(byOld, 's3', '13', { apply_at: soon() });
      const cancelled = await release(byOld, 's4', '14', { apply_at: soon() });
      const scheduled = await schedule(byOld, 's5', '15');
      const edited = await schedule(byOld, 's6', '16');
      const dropped = await schedule(byOld, 's7', '17');
      const applied = await schedule(byOld, 's8', '18');
      for (const cid of ['s3', 's6']) await byOld.results('PUT', `/api/v5/collection/${cid}`, { prices: priced('99') });
      await due('release', failed);
      await due('reservation', edited);
      await due('reservation', applied);
      await ends('release', failed, 'failed');
      await ends('reservation', edited, 'failed');
      await ends('reservation', applied, 'applied');
      await byOld.results('DELETE', `/api/v1/release/${cancelled}`);
      await byOld.results('DELETE', `/api/v1/reservation/${dropped}`);
      const cancels = await lastAct();
      const everyKind = await storeEveryKind(byOld, query);

      const atOld = await StaffAtWork.begin(old.url);
      const one = await start();
      const atNew = await StaffAtWork.begin(one.url);
      const byNew = await Client.logIn(one.url, admin);

      await undoAll(byNew, acts);
      await byNew.results('POST', `/api/v1/release/${open}/apply`);
      expect(await value(pricesOf('s1'))).toEqual(['11']);
      await due('release', waiting);
      await due('reservation', scheduled);
      await ends('release', waiting, 'applied');
      await ends('reservation', scheduled, 'applied');
      expect([await value(pricesOf('s2')), await value(pricesOf('s5'))]).toEqual([['12'], ['15']]);
      const [change] = await query<{ chg_idx: number }>(`select chg_idx from release_change where rel_idx = ${failed}`);
      await byNew.results('PUT', `/api/v1/release/${failed}/change/${change?.chg_idx}`, { decide: 'anyway' });
      await byNew.results('POST', `/api/v1/release/${failed}/apply`);
      expect(await value(pricesOf('s3'))).toEqual(['13']);
      await byNew.results('PUT', `/api/v1/reservation/${edited}`, { decide: 'anyway' });
      await ends('reservation', edited, 'applied');
      expect(await value(pricesOf('s6'))).toEqual(['16']);
      await byNew.results('POST', `/api/v1/act/${Number(cancels)}/undo`);
      await ends('reservation', dropped, 'scheduled');
      expect(await statusOf('release', cancelled)).toBe('cancelled');
      expect([await value(pricesOf('s4')), await value(pricesOf('s7')), await value(pricesOf('s8'))]).toEqual([
        ['1'],
        ['1'],
        ['18'],
      ]);

      await proveEveryKind(byNew, query, everyKind);

      await Promise.all([atOld.end(), atNew.end()]);
      expect([...atOld.faults, ...atNew.faults]).toEqual([]);
      expect(await atNew.missing([...atOld.saved, ...atNew.saved])).toEqual([]);

      const beside = await storeWhole(byOld, query, { name: 'r', from: 830_000, withOrders: true });
      const { act_idx: whole } = await byOld.results('POST', `/api/v1/release/${beside.id}/apply`);
      expect(await beside.state()).not.toEqual(beside.was);
      expect(await byNew.results('POST', `/api/v1/act/${whole}/undo`)).toMatchObject({ kept: 0 });
      expect(await beside.state()).toEqual(beside.was);

      // Beside each other: what each does, the other undoes.
      const [ofOld, ofNew] = [await doAll(byOld, 'p', 600_000), await doAll(byNew, 'q', 700_000)];
      await undoAll(byNew, ofOld);
      await undoAll(byOld, ofNew);
    });
  });
}
