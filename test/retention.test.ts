import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { type Office, type Person, startOffice } from '#test/app.ts';
import { addMany } from '#test/many-rows.ts';
import { systemCaller } from '../src/kernel/work/unit-of-work.ts';

const dayMs = 86_400_000;

let office: Office;
let dataDir: string;
let admin: Person;
let old: number;
let young: number;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'retention-'));
  office = await startOffice({ jobs: true, environment: { DATA_DIR: dataDir } });
  await office.admin.post('/api/v1/book', { books: [bookRow(1), bookRow(2)], create_missing: true });
  const publish = async (person: Person, published: boolean): Promise<number> => {
    const answer = await person.put('/api/v1/book', { selection: { ids: ['B1', 'B2'] }, published });
    expect(answer.status).toBe(200);
    return answer.json.results.act_idx;
  };
  const collection = { cid: 'C1', title: { en: 'One' } };
  await office.admin.post('/api/v1/collection', collection);
  old = await publish(office.admin, true);
  office.clock.advance(400 * dayMs);
  admin = await office.signIn('ada', true);
  young = await publish(admin, false);
});
afterAll(async () => {
  await office.close();
  await rm(dataDir, { recursive: true });
});

const set = async (key: string, value: unknown) =>
  expect((await admin.put(`/api/v1/setting/retention.${key}`, { value })).status).toBe(200);
/** Runs the work of a night, and waits for its end. */
async function night(): Promise<void> {
  const done = () =>
    office.db
      .selectFrom('pgboss.job' as never)
      .where('name' as never, '=', 'retention' as never)
      .where('state' as never, '=', 'completed' as never)
      .selectAll()
      .execute();
  const before = (await done()).length;
  await office.app.work.write(systemCaller('test'), (ctx) => office.app.jobs.send(ctx, 'retention', {}));
  await expect.poll(async () => (await done()).length).toBe(before + 1);
}
const actsWithEffects = async () =>
  (await office.db.selectFrom('act_record').select('act_idx').distinct().orderBy('act_idx').execute()).map(
    ({ act_idx }) => act_idx,
  );
const olderThan = async (days: number) => {
  const at = new Date(office.clock.now().getTime() - days * dayMs).toISOString();
  return (await office.db.selectFrom('audit').select('action').where('at', '<', at).execute()).length;
};

test('everything is kept until staff set how long', async () => {
  const before = await actsWithEffects();
  await night();
  expect(await actsWithEffects()).toEqual(before);
  expect(before).toContain(old);
  expect(await olderThan(365)).toBeGreaterThan(0);
});

test('an act whose effects were removed says so when it is to be undone; younger ones are undone', async () => {
  await set('effects', 12);
  await night();
  expect(await actsWithEffects()).toEqual([young]);
  expect((await admin.get(`/api/v1/act/${old}`)).json.results).toMatchObject({ undone: null, undo: null });
  expect(await admin.undo(old)).toMatchObject({
    status: 409,
    json: { error: { code: 'undo.too_old', message: expect.stringContaining('too long ago') } },
  });
  expect((await admin.undo(young)).json.results).toMatchObject({ back: 2 });
  expect((await admin.get('/audit')).status).toBe(200);
  expect((await admin.get('/audit/of/book/B1')).status).toBe(200);
});

test('old lines of the trail go, into files if wanted, one JSON object a line', async () => {
  const left = (await office.db.selectFrom('audit').select('audit_idx').execute()).length;
  const gone = await olderThan(365);
  await set('audit', 12);
  await set('archive', true);
  await night();
  expect(await olderThan(365)).toBe(0);
  // Each setting has left a line.
  expect((await office.db.selectFrom('audit').select('audit_idx').execute()).length).toBe(left - gone + 2);
  const folder = path.join(dataDir, 'archive/audit');
  const [file = '', ...others] = await readdir(folder);
  expect(others).toEqual([]);
  const lines = gunzipSync(await readFile(path.join(folder, file)))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toHaveLength(gone);
  expect(lines).toContainEqual(expect.objectContaining({ actor: 'ada', act_idx: old }));
});

test('of old versions the last one stays, so that what readers saw since then can be shown', async () => {
  const versionsOf = async () =>
    (
      await office.db.selectFrom('version').select(['number']).where('entity_id', '=', 'C').orderBy('ver_idx').execute()
    ).map(({ number }) => number);
  const ago = (days: number) => new Date(office.clock.now().getTime() - days * dayMs).toISOString();
  for (const days of [700, 600, 500, 10, 5])
    await office.db
      .insertInto('version')
      .values({ entity: 'collection', entity_id: 'C', at: ago(days), changes: '[]' })
      .execute();
  const before = await versionsOf();
  await set('versions', 12);
  await night();
  expect(await versionsOf()).toEqual(before.slice(2));
});

test('rows of any length go, in files that stay small enough to read', async () => {
  const long = sql`
    insert into audit (at, actor, entity, entity_id, action, after)
    select '2001-01-01', 'long', 'book', n::text, 'book.updated', jsonb_build_object('memo', repeat('x', 60000))
    from generate_series(1, 1300) n`;
  await addMany(office.db, 'audit', long);
  const folder = path.join(dataDir, 'archive/audit');
  const before = await readdir(folder);
  await night();
  expect(await olderThan(365)).toBe(0);
  const texts = await Promise.all(
    (await readdir(folder))
      .filter((file) => !before.includes(file))
      .map(async (file) => gunzipSync(await readFile(path.join(folder, file))).toString()),
  );
  expect(Math.max(...texts.map(({ length }) => length))).toBeLessThan(40 << 20);
  const ids = texts.flatMap((text) =>
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ actor }) => actor === 'long')
      .map(({ entity_id }) => Number(entity_id)),
  );
  expect(ids.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 1300 }, (_, index) => index + 1));
});
