import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Office, type Person, startOffice } from '#test/app.ts';
import { reservationDesk } from './reservation.fixture.ts';

let office: Office;
let ben: Person;
beforeAll(async () => {
  office = await startOffice();
  ben = await office.signIn('ben', true);
});
afterAll(() => office.close());
const desk = reservationDesk(() => office);
beforeEach(async () => {
  await desk.clear();
  await desk.add('one');
});

const actOf = async (answer: ReturnType<Person['put']>): Promise<number> => (await answer).json.results.act_idx;
const theirs = { status: 409, json: { error: { code: 'undo.changed_since' } } };

test('a changed time and value of a scheduled change are undone, the last change first', async () => {
  const id = await desk.schedule('one', 3600, { value: desk.price('1') });
  const before = await desk.reservation(id);
  const first = await actOf(desk.change(id, { apply_at: desk.seconds() + 7200 }));
  const second = await actOf(desk.change(id, { value: desk.price('2') }));
  expect(await office.admin.undo(first)).toMatchObject(theirs);
  expect((await office.admin.undo(second)).status).toBe(200);
  expect((await office.admin.undo(first)).status).toBe(200);
  const { apply_at, value, status } = await desk.reservation(id);
  expect({ apply_at, value, status }).toEqual({
    apply_at: before.apply_at,
    value: before.value,
    status: 'scheduled',
  });
  const trail = await desk.reservationTrail(id);
  expect(trail.map(({ action }) => action)).toEqual([
    'reservation.created',
    'reservation.updated',
    'reservation.updated',
    'reservation.undone',
    'reservation.undone',
  ]);
  expect(trail.at(-1)?.after).toEqual(trail[1]?.before);
});

test('a change of somebody else stays, and no change comes back to a time that has passed', async () => {
  const id = await desk.schedule('one', 60);
  const act = await actOf(desk.change(id, { apply_at: desk.seconds() + 7200 }));
  office.clock.advance(600_000);
  expect(await office.admin.undo(act)).toMatchObject({
    status: 422,
    json: { error: { code: 'reservation.time_past' } },
  });
  await ben.put(`/api/v1/reservation/${id}`, { apply_at: desk.seconds() + 9000 });
  expect(await office.admin.undo(act)).toMatchObject(theirs);
});

test('scheduling is undone by cancelling', async () => {
  const made = (await desk.request('one', 3600)).json.results;
  expect((await office.admin.undo(made.act_idx)).status).toBe(200);
  expect(await desk.statusOf(made.res_idx)).toBe('cancelled');
});
