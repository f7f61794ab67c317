import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { reservationDesk } from '#features/reservation/reservation.fixture.ts';
import type { TaskDeed } from '#kernel/desk/home.ts';
import { type Office, type Person, startOffice } from '#test/app.ts';
import { deedsOf, rowOf, sendDeed } from './home.fixture.ts';

let office: Office;
let ada: Person;
beforeAll(async () => {
  office = await startOffice({ jobs: true });
  ada = office.admin;
});
afterAll(() => office.close());

const desk = reservationDesk(() => office);

/** The deed of a row that is called this. */
async function deed(kind: string, label: string): Promise<TaskDeed> {
  const deeds = await deedsOf(ada, kind);
  const found = deeds.find((one) => one.label === label);
  if (!found) throw new Error(`${kind} offers ${deeds.map((one) => one.label).join(', ') || 'nothing'}.`);
  return found;
}

test('A change that failed is applied again, or cancelled, from its row', async () => {
  const kind = 'reservation.tasks_problem';
  await desk.add('failing');
  const fail = (resIdx: number) =>
    office.db.updateTable('reservation').set({ status: 'failed' }).where('res_idx', '=', resIdx).execute();
  const res = await desk.schedule('failing', 3600);
  await fail(res);
  expect((await sendDeed(ada, await deed(kind, 'Apply again'))).status).toBe(200);
  expect(await desk.statusOf(res)).toBe('scheduled');
  expect(await rowOf(ada, kind)).toBeUndefined();

  await fail(res);
  expect((await sendDeed(ada, await deed(kind, 'Cancel it'))).status).toBe(200);
  expect(await desk.statusOf(res)).toBe('cancelled');
  expect(await rowOf(ada, kind)).toBeUndefined();
});

test('A webhook that has stopped is started again from its row', async () => {
  const kind = 'webhook.tasks_stopped';
  const body = { name: 'Silent', url: 'https://receiver.example/hook' };
  const { wh_idx } = (await ada.post('/api/v1/webhook', body)).json.results;
  expect(await rowOf(ada, kind)).toBeUndefined();
  await sql`update webhook set stopped_at = now() where wh_idx = ${wh_idx}`.execute(office.db);
  expect((await sendDeed(ada, await deed(kind, 'Start again'))).status).toBe(200);
  expect((await ada.get(`/api/v1/webhook/${wh_idx}`)).json.results.state).toBe('active');
  expect(await rowOf(ada, kind)).toBeUndefined();
});

test('The growth of a saved view is noted as seen from its row, and told again after the undo', async () => {
  const kind = 'table.views_grew';
  const add = (n: number) => ada.post('/api/v1/book', { books: [bookRow(n)], create_missing: true });
  await add(1);
  const view = { list: '/book', name: 'Drafts', query: { status: 'unpublished' } };
  const { view_idx } = (await ada.post('/api/v1/view', view)).json.results;
  await ada.post(`/api/v1/view/${view_idx}/reader`, { staff_id: 'ada' });
  await ada.post(`/api/v1/view/${view_idx}/look`, { count: 1 });
  await add(2);
  const grown = () => rowOf(ada, kind);
  await expect.poll(grown, { timeout: 10_000 }).toMatchObject({ title: expect.stringContaining('1 more') });
  const seen = await deed(kind, 'Seen');
  expect((await sendDeed(ada, seen)).status).toBe(200);
  await expect.poll(grown, { timeout: 10_000 }).toBeUndefined();
  expect((await sendDeed(ada, seen.back ?? seen)).status).toBe(200);
  await expect.poll(grown, { timeout: 10_000 }).toMatchObject({ title: expect.stringContaining('1 more') });
});
