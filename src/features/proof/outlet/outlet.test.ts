import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SealingOffice, startSealing } from '../proof.fixture.ts';
import { anchorIn } from '../proof.public.ts';

interface Event {
  metadata: { uid: string; sequence: number };
  unmapped: { action: string };
}

/** A receiver that takes lines, unless it is told to answer otherwise. */
async function startReceiver() {
  const taken: Event[] = [];
  const state = { status: 200, refused: 0, authorization: '', largest: 0, held: Promise.resolve(), dies: false };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += String(piece);
    await state.held;
    state.largest = Math.max(state.largest, body.length);
    state.authorization = request.headers.authorization ?? '';
    if (state.status === 200)
      taken.push(
        ...body
          .trimEnd()
          .split('\n')
          .map((text) => JSON.parse(text) as Event),
      );
    else state.refused++;
    if (state.dies) return request.socket.destroy();
    response.writeHead(state.status).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/trail`,
    taken,
    state,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

let receiver: Awaited<ReturnType<typeof startReceiver>>;
let office: SealingOffice;
beforeAll(async () => {
  receiver = await startReceiver();
  office = await startSealing({ environment: { TRAIL_URL: receiver.url, TRAIL_TOKEN: 'a token of the receiver' } });
});
afterAll(async () => {
  await office.close();
  await receiver.close();
});

const addCategory = (title: string) => office.admin.post('/api/v1/category', { title });
const uids = () => receiver.taken.map(({ metadata }) => Number(metadata.uid));

test('the receiver gets each entry of the trail as an event, with what was there before and after', async () => {
  const { json } = await addCategory('Poems');
  const { cat_idx } = json.results;
  await office.admin.put(`/api/v1/category/${cat_idx}`, { title: 'Verses', version: 1 });
  await expect.poll(() => receiver.taken.length).toBe(2);
  expect(receiver.state.authorization).toBe('Bearer a token of the receiver');
  expect(receiver.taken[1]).toMatchObject({
    metadata: { version: '1.1.0', log_name: 'audit', sequence: 2 },
    class_uid: 3004,
    activity_id: 3,
    type_uid: 300403,
    actor: { user: { name: 'ada', type_id: 1 } },
    entity: { type: 'category', uid: String(cat_idx), data: { title: 'Poems' } },
    entity_result: { data: { title: 'Verses' } },
    unmapped: { action: 'category.updated' },
  });
  expect(anchorIn(JSON.stringify(receiver.taken[1]))).toMatchObject({ rows: 2 });
});

test('a receiver that is down gets everything once it is back, in order, and the office says so meanwhile', async () => {
  receiver.state.status = 503;
  const doctor = async () => {
    const { json } = await office.admin.get('/api/v1/doctor?check=trail');
    return json.results[0];
  };
  for (let round = 0; round < 30; round++) await addCategory(`Kind ${round}`);
  await expect.poll(() => receiver.state.refused).toBeGreaterThan(0);
  await sql`update trail_outlet set failing_since = now() - interval '1 hour'`.execute(office.db);
  await expect.poll(doctor).toMatchObject({ state: 'warn', text: expect.stringContaining('HTTP 503') });

  receiver.state.status = 200;
  await sql`update trail_outlet set next_at = null`.execute(office.db);
  await expect.poll(() => receiver.taken.length).toBe(32);
  expect(uids()).toEqual(await office.order());
  await expect.poll(doctor).toMatchObject({ state: 'ok' });
});

test('two instances send each entry, and none is lost when one that was sending ends without a word', async () => {
  const other = await office.beside();
  await sql`update trail_outlet set claim = gen_random_uuid(), claimed_until = now() + interval '1 second'`.execute(
    office.db,
  );
  await addCategory('Fables');
  await expect.poll(() => new Set(uids()).size).toBe(33);
  await other.close();
});

test('large entries come in several deliveries, a larger one than usual alone, and in their order', async () => {
  const before = receiver.taken.length;
  for (const megabytes of [3, 3, 6, 1])
    await sql`
      insert into audit (at, entity, entity_id, action, after)
      values (now(), 'category', '1', 'category.updated', jsonb_build_object('title', repeat('x', ${megabytes}::integer << 20)))`.execute(
      office.db,
    );
  await expect.poll(() => receiver.taken.length).toBe(before + 4);
  expect(uids().slice(before)).toEqual((await office.order()).slice(-4));
  expect(receiver.state.largest >> 20).toBe(6);
});

test('a receiver that dies once it has lines gets them again, with the same number each, and loses none', async () => {
  const before = receiver.taken.length;
  receiver.state.dies = true;
  await addCategory('Myths');
  await expect.poll(() => receiver.taken.length).toBeGreaterThan(before);
  await addCategory('Sagas');
  await office.sealed();
  const [first = 0, second] = (await office.order()).slice(-2);
  receiver.state.dies = false;
  await sql`update trail_outlet set next_at = null`.execute(office.db);
  await expect.poll(() => uids().at(-1)).toBe(second);
  const since = uids().slice(before);
  expect(since.filter((uid) => uid === first).length).toBeGreaterThan(1);
  expect(new Set(since)).toEqual(new Set([first, second]));
});

test('a receiver that is slow holds up nobody who saves, and gets what was saved meanwhile after it', async () => {
  const before = receiver.taken.length;
  const { promise, resolve } = Promise.withResolvers<void>();
  receiver.state.held = promise;
  for (const title of ['Riddles', 'Ballads', 'Letters']) expect((await addCategory(title)).status).toBe(200);
  await office.sealed();
  expect(receiver.taken.length).toBe(before);
  resolve();
  await expect.poll(() => receiver.taken.length).toBe(before + 3);
  expect(uids().slice(before)).toEqual((await office.order()).slice(-3));
});
