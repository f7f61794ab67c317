import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addManyBooks } from '#features/book/many-books.fixture.ts';
import { fileForm, jpeg } from '#features/image/image.fixture.ts';
import { wordDesk } from '#features/word/sentence.fixture.ts';
import { lockFilesAgainstSweep, lockFilesForSweep } from '#kernel/storage/file-owners.ts';
import { sweepUnreferencedFiles } from '#kernel/storage/file-sweep.ts';
import type { Context } from '#kernel/work/context.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { type Office, startOffice } from '#test/app.ts';
import { differingData } from '#test/differing-data.ts';
import { emptyTables } from '#test/empty-tables.ts';
import { must } from '#test/must.ts';
import { storedRows } from '#test/stored-rows.ts';
import { untilWaiting } from '#test/while-locked.ts';

/*
 * The nightly removal of what deleted records left, on one instance, at the same instant as the undo that brings them back, on
 * another. A transaction of the test holds back both, so that they follow one another in the order that a test names.
 */
let office: Office;
let other: Office;
let dataDir: string;
const words = wordDesk(() => office);
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'return-race-'));
  const environment = { DATA_DIR: dataDir };
  office = await startOffice({ jobs: true, environment });
  other = await startOffice({ beside: office, environment });
});
afterAll(async () => {
  await other.close();
  await office.close();
  await rm(dataDir, { recursive: true });
});
beforeEach(async () => {
  await hoursFromNow(0);
  await words.clear();
  await emptyTables(office.db, ['act_record', 'act_part', 'left_file', 'retention']);
});

/** Files tell the time at which they were written by the real clock. Sessions end meanwhile. */
async function hoursFromNow(hours: number): Promise<void> {
  office.clock.set(new Date(Date.now() + hours * 3_600_000).toISOString());
  for (const one of [office, other]) one.admin = await one.signIn('ada', true);
}

/** Locks something until the returned function is called. */
async function lockUntil(lock: (ctx: Context) => Promise<unknown>): Promise<() => Promise<void>> {
  const [locked, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const locking = office.app.work.write(systemCaller('test'), async (ctx) => {
    await lock(ctx);
    locked.resolve();
    await over.promise;
  });
  await locked.promise;
  return () => {
    over.resolve();
    return locking;
  };
}

const bids = async () =>
  (await office.db.selectFrom('book').select('bid').orderBy('bid').execute()).map(({ bid }) => bid);
const removeAll = async (): Promise<number> =>
  must(await office.admin.delete('/api/v1/book', { selection: { ids: ['B1', 'B2', 'B3'] } })).act_idx;

/** Runs a job of the night; resolves with the end of it. */
async function night(name: 'file-sweep' | 'retention'): Promise<() => Promise<void>> {
  const done = async () => {
    const { rows } = await sql`select from pgboss.job where name = ${name} and state = 'completed'`.execute(office.db);
    return rows.length;
  };
  const before = await done();
  await office.app.work.write(systemCaller('test'), (ctx) => office.app.jobs.send(ctx, name, {}));
  return () => expect.poll(done, { timeout: 60_000 }).toBe(before + 1);
}

/** Deletes three books, one with a cover, and begins to bring them back a day later; the undo waits until `release` is called. */
async function undoOfDeletion() {
  const cover = fileForm('book_cover', { 'a.jpg': await jpeg(1) });
  must(await office.admin.upload('/api/v1/book/B1/cover', cover));
  const act = await removeAll();
  await hoursFromNow(23);
  const release = await lockUntil(({ db }) => sql`select from audit where act_idx = ${act} for update`.execute(db));
  const undone = other.admin.undo(act, ['B1', 'B2', 'B3']);
  await untilWaiting(office.db);
  await hoursFromNow(25);
  return { release, undone };
}

test('books whose files the sweep removes while their undo waits stay deleted, and the others come back', async () => {
  const { release, undone } = await undoOfDeletion();
  expect(await sweepUnreferencedFiles(office.app)).toBeGreaterThan(0);
  await release();
  expect(must(await undone)).toMatchObject({ back: 2, kept: 1 });
  expect(await bids()).toEqual(['B2', 'B3']);
  expect(await differingData(office)).toEqual([]);
});

test('books whose undo comes between two steps of the sweep come back with all their files', async () => {
  const { release, undone } = await undoOfDeletion();
  const begin = await lockUntil(lockFilesAgainstSweep);
  const swept = sweepUnreferencedFiles(office.app);
  await untilWaiting(office.db, 2);
  await release();
  // The undo has begun, and waits behind the first step of the sweep.
  await untilWaiting(office.db, 2, 'advisory');
  await begin();
  await swept;
  expect(must(await undone)).toMatchObject({ back: 3, kept: 0 });
  expect(await bids()).toEqual(['B1', 'B2', 'B3']);
  expect(await differingData(office)).toEqual([]);
});

test('a book whose files stayed where they are comes back with all of them if its undo comes just before the sweep', async () => {
  const word = await words.addWord('ice');
  const keys = Array.from({ length: 120 }, (_, n) => `audios/B1/${n}.mp3`);
  for (const key of keys) await office.storage.put(key, Readable.from([Buffer.from('x')]));
  await sql`
    insert into sentence (word_idx, sentence, mdr_targeted, audio_key, audio_type, audio_size, audio_ms)
    select ${word}, key, 'Y', key, 'audio/mpeg', 1, 1 from unnest(${keys}::text[]) key`.execute(office.db);
  const rows = await storedRows(office);
  const { act_idx: act } = must(await office.admin.post('/book/delete/B1'));
  await hoursFromNow(25);
  const release = await lockUntil(lockFilesAgainstSweep);
  const over = await night('file-sweep');
  await untilWaiting(office.db);
  const undone = other.admin.undo(act);
  await untilWaiting(office.db, 2);
  await release();
  expect(must(await undone)).toMatchObject({ back: 1, kept: 0 });
  await over();
  expect(await storedRows(office)).toEqual(rows);
  expect(await words.files()).toEqual(expect.arrayContaining(keys));
  expect(await differingData(office)).toEqual([]);
});

test.each([
  ['books', removeAll],
  ['a book', async () => must(await office.admin.post('/book/delete/B1')).act_idx as number],
])('the undo that brings %s back is refused if what they were is removed while it waits', async (_, remove) => {
  await words.addWord('ice');
  const act = await remove();
  const left = await bids();
  await hoursFromNow(40 * 24);
  must(await office.admin.put('/api/v1/setting/retention.effects', { value: 1 }));
  const release = await lockUntil(lockFilesForSweep);
  const undone = other.admin.undo(act);
  await untilWaiting(office.db);
  const over = await night('retention');
  await over();
  await release();
  expect(await undone).toMatchObject({ status: 409, json: { error: { code: 'undo.too_old' } } });
  expect(await bids()).toEqual(left);
  expect(must(await office.admin.get(`/api/v1/act/${act}`))).toMatchObject({ undone: null, undo: null });
  expect(await differingData(office)).toEqual([]);
});

test('more books than are taken at a time come back in a job, without those whose ID others have by now', async () => {
  await addManyBooks(office.db, { count: 5100, like: 'B1' });
  const ended = async (idx: number) => {
    const work = async () => must(await office.admin.get(`/api/v1/work/${idx}`));
    await expect.poll(async () => (await work()).status, { timeout: 60_000 }).toBe('done');
    return work();
  };
  const deletion = must(await office.admin.delete('/api/v1/book', { selection: { filter: { format: 'MANY' } } }));
  const { act_idx: act } = await ended(deletion.work_idx);
  await sql`update book set bid = case bid when 'B2' then 'M-7' else 'M-5050' end where bid in ('B2', 'B3')`.execute(
    office.db,
  );
  const { undo: foreseen } = must(await office.admin.get(`/api/v1/act/${act}`));
  expect(foreseen).toMatchObject({ back: 5098, kept: 2, long: true });
  expect(foreseen.first.map(({ title }: { title: string }) => title)).toHaveLength(2);
  expect(await ended(must(await other.admin.undo(act)).work_idx)).toMatchObject({ changed: 5098 });
  const back = (await office.db.selectFrom('book').select('bid').where('format', '=', 'MANY').execute()).length;
  const rows = await office.db.selectFrom('act_record').where('act_idx', '>', act).selectAll().execute();
  expect([back, rows.length]).toEqual([5098, 5098]);
  expect(await differingData(office)).toEqual([]);
});
