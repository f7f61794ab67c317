import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { mountSmallDisk } from '#test/small-disk.ts';
import { startSealing } from '../proof.fixture.ts';
import { anchorIn } from '../proof.public.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** An office that appends its trail to a file in a folder. */
async function startWriting(folder: string) {
  const file = path.join(folder, 'trail.jsonl');
  const office = await startSealing({ environment: { TRAIL_URL: pathToFileURL(file).href } });
  ends.push(() => office.close());
  const lines = async () => (await readFile(file, 'utf8').catch(() => '')).split('\n').filter(Boolean);
  return {
    office,
    file,
    lines,
    /** The number of the row in each line; throws if one is no JSON. */
    uids: async () => (await lines()).map((line) => Number(JSON.parse(line).metadata.uid)),
    add: (title: string) => office.admin.post('/api/v1/category', { title }),
  };
}

async function addFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'receiver-'));
  ends.push(() => rm(folder, { recursive: true }));
  return folder;
}

test('a file as the receiver is appended to, a line for each entry', async () => {
  const { office, file, lines, add } = await startWriting(await addFolder());
  await add('Poems');
  await expect.poll(async () => (await lines()).length).toBe(1);
  await add('Plays');
  await expect.poll(async () => (await lines()).length).toBe(2);
  const anchor = anchorIn(await readFile(file, 'utf8'));
  expect(anchor?.rows).toBe(2);
  expect(await office.differing(anchor)).toEqual([]);
});

test('the half of a line that a killed process left in the file spoils none of those that follow', async () => {
  const { office, file, lines, uids, add } = await startWriting(await addFolder());
  await add('Poems');
  await expect.poll(async () => (await lines()).length).toBe(1);
  // Longer than what is read at a time.
  await appendFile(file, `{"metadata":{"uid":"2","title":"${'x'.repeat(200_000)}`);
  await add('Plays');
  await office.sealed();
  await expect.poll(() => uids().catch(() => [])).toEqual(await office.order());
});

test('a full disk is told, and once there is room the file has each entry once and whole', async ({ skip }) => {
  const disk = await mountSmallDisk(1 << 20);
  if (!disk) return skip('a disk can only be mounted by root');
  ends.push(() => disk.remove());
  const { office, uids, add } = await startWriting(disk.folder);
  await add('Poems');
  await expect.poll(async () => (await uids()).length).toBe(1);
  const filler = path.join(disk.folder, 'filler');
  await writeFile(filler, Buffer.alloc((1 << 20) - 32_768));
  // By one statement, so that they leave together.
  await sql`
    insert into audit (at, entity, entity_id, action, after)
    select now(), 'category', '1', 'category.updated', jsonb_build_object('title', repeat('x', 30000))
    from generate_series(1, 3)`.execute(office.db);
  const problem = async () =>
    (await sql<{ problem: string }>`select problem from trail_outlet`.execute(office.db)).rows[0];
  await expect.poll(problem).toEqual({ problem: 'ENOSPC' });
  expect((await uids()).length).toBe(1);
  await rm(filler);
  await sql`update trail_outlet set next_at = null`.execute(office.db);
  await expect.poll(async () => (await uids()).length).toBe(4);
  expect(await uids()).toEqual(await office.order());
});
