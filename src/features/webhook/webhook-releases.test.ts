import { afterAll, beforeAll, expect, test } from 'vitest';
import { releaseDesk } from '#features/release/release.fixture.ts';
import { type Office, startOffice } from '#test/app.ts';
import { type Receiver, startReceiver } from './receiver.fixture.ts';

let office: Office;
let receiver: Receiver;
const desk = releaseDesk(() => office);
beforeAll(async () => {
  receiver = await startReceiver();
  office = await startOffice({ jobs: true });
});
afterAll(async () => {
  await office.close();
  await receiver.close();
});

test('A webhook is told of a release that could not be applied at its time, and of no other', async () => {
  const body = { name: 'Watch', url: receiver.url, kinds: ['release.failed'] };
  expect((await office.admin.post('/api/v1/webhook', body)).status).toBe(200);
  await desk.add('one');
  const applied = await desk.release('Fine', 60);
  await desk.putIn(applied, 'collection', 'one', { label: 'L' });
  const failed = await desk.release('Nothing', 61);
  office.clock.advance(62_000);
  await expect
    .poll(() => receiver.received.map(({ message: { type, data } }) => ({ type, data })))
    .toEqual([{ type: 'release.failed', data: { kind: 'release', id: String(failed) } }]);
  expect((await desk.read(applied)).status).toBe('applied');
});
