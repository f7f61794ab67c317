import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWork, type TestWork } from '#test/work.ts';

let office: TestWork;
beforeAll(async () => {
  office = await startWork();
  await sql`create table done (key text not null)`.execute(office.db);
});
afterAll(() => office.close());

const spawned: ChildProcess[] = [];
afterAll(() => spawned.forEach((child) => child.kill('SIGKILL')));

/** A process that performs due acts, and hangs once it has begun this many. */
function actor(most: number) {
  const fixture = path.join(import.meta.dirname, 'due.fixture.ts');
  const child = spawn(process.execPath, [fixture, office.url, String(most)], { stdio: ['ignore', 'pipe', 'inherit'] });
  spawned.push(child);
  return child;
}

const done = async () =>
  (await sql<{ key: string }>`select key from done order by key::integer`.execute(office.db)).rows.map(
    ({ key }) => key,
  );

test('acts are each done once though processes are killed in the middle of their batches', async () => {
  await sql`insert into due (kind, key, at) select 'strike', n, now() from generate_series(1, 800) n`.execute(
    office.db,
  );
  for (const most of [30, 120, 400]) {
    const killed = actor(most);
    await once(killed.stdout, 'data');
    killed.kill('SIGKILL');
    await once(killed, 'exit');
  }
  const before = await done();
  expect(before.length).toBeGreaterThan(0);
  expect(before.length).toBeLessThan(800);
  actor(10_000);
  actor(10_000);
  await expect.poll(async () => (await done()).length).toBe(800);
  expect(await done()).toEqual(Array.from({ length: 800 }, (_, n) => String(n + 1)));
});
