import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { importCsv, importRow } from '#features/import/import.factory.ts';
import type { TaskDeed } from '#kernel/desk/home.ts';
import { type Office, type Person, startOffice } from '#test/app.ts';
import { deedsOf, rowOf as findRow, homeOf, sendDeed } from './home.fixture.ts';
import { thingsOf } from './inbox.rules.ts';
import type { InboxRow } from './inbox.service.ts';
import { snoozeChoices } from './snooze.rules.ts';

let office: Office;
let ada: Person;
let eve: Person;
let mina: Person;
beforeAll(async () => {
  office = await startOffice();
  await pass(0);
  await ada.post('/api/v1/book', { books: [bookRow(1)], create_missing: true });
});
afterAll(() => office.close());

/** Time passes, and everybody logs in again. */
async function pass(ms: number): Promise<void> {
  office.clock.advance(ms);
  [ada, eve, mina] = (await Promise.all(['ada', 'eve', 'mina'].map((name) => office.signIn(name, true)))) as [
    Person,
    Person,
    Person,
  ];
}

async function stage(name: string): Promise<number> {
  const form = new FormData();
  form.append('file', new Blob([importCsv([importRow(101)])]), name);
  return (await ada.upload('/api/v1/import', form)).json.results.import_idx;
}

const rowOf = async (person: Person, kind = 'import.tasks_waiting') => (await findRow(person, kind)) as InboxRow;
const seenBy = async (person: Person) => {
  const { kind, tasks } = await rowOf(person);
  return { kind, things: thingsOf(tasks) };
};
const snooze = async (person: Person, until?: string) =>
  person.post('/api/v1/task/snooze', { ...(await seenBy(person)), ...(until && { until }) });
const take = async (person: Person) => person.post('/api/v1/task/take', await seenBy(person));
const kindQuery = '?kind=import.tasks_waiting';
const lastAct = () =>
  office.db
    .selectFrom('audit')
    .select(['entity', 'entity_id', 'action', 'after', 'actor'])
    .orderBy('audit_idx', 'desc')
    .executeTakeFirst();

test('Tasks of one kind are one row, which names them and holds each with its link', async () => {
  const first = await stage('autumn.csv');
  expect(await rowOf(eve)).toMatchObject({ title: 'Import autumn.csv waits', line: '1 row ready, 0 rejected' });
  const second = await stage('winter.csv');
  const row = await rowOf(eve);
  expect(row).toMatchObject({ level: 'warning', title: '2 imports wait', taken: null, snoozed: null });
  expect(row.line).toBe('winter.csv, autumn.csv');
  expect(row.tasks.map(({ href }) => href)).toEqual([`/book/import/${second}`, `/book/import/${first}`]);
  expect((await eve.get('/?lang=ko')).body).toShow('가져오기 2건이 대기 중입니다');
});

test('A snoozed row is away for one person until the morning of its day, by the clock of the database', async () => {
  expect((await snooze(eve, '2026-03-02')).json.error).toMatchObject({ code: 'home.snooze_past' });
  expect((await snooze(eve, '2026-03-05')).status).toBe(200);
  // Nine o'clock in Seoul.
  expect((await rowOf(eve)).snoozed).toEqual({ until: Date.parse('2026-03-05T00:00:00Z') / 1000 });
  expect((await rowOf(mina)).snoozed).toBeNull();
  expect(await lastAct()).toEqual({
    entity: 'task',
    entity_id: 'import.tasks_waiting',
    action: 'task.snoozed',
    after: { title: '2 imports wait', until: '2026-03-05' },
    actor: 'eve',
  });
  const wait = Date.parse('2026-03-05T00:00:00Z') - office.clock.now().getTime();
  await pass(wait - 1000);
  expect((await rowOf(eve)).snoozed).not.toBeNull();
  await pass(1000);
  expect((await rowOf(eve)).snoozed).toBeNull();
});

test('A snoozed row is back at once when it grows, also if as many other things have gone', async () => {
  expect((await snooze(eve)).status).toBe(200);
  expect((await rowOf(eve)).snoozed).toEqual({ until: null });
  const { tasks } = await rowOf(eve);
  await ada.delete(`/api/v1/import/${tasks[0]?.id}`);
  expect((await rowOf(eve)).snoozed).toEqual({ until: null });
  await stage('spring.csv');
  expect(await rowOf(eve)).toMatchObject({ title: '2 imports wait', snoozed: null });
});

test('A snoozed row can be brought back by the person, once', async () => {
  await snooze(eve);
  expect((await mina.delete(`/api/v1/task/snooze${kindQuery}`)).status).toBe(404);
  expect((await eve.delete(`/api/v1/task/snooze${kindQuery}`)).status).toBe(200);
  expect((await rowOf(eve)).snoozed).toBeNull();
  expect((await eve.delete(`/api/v1/task/snooze${kindQuery}`)).status).toBe(404);
});

test('Of two people who take a row at once one has it, and everybody sees who', async () => {
  const seen = await seenBy(eve);
  const both = await Promise.all([eve, mina].map((person) => person.post('/api/v1/task/take', seen)));
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const [has, late] = both[0]?.status === 200 ? [eve, mina] : [mina, eve];
  expect((await rowOf(has)).taken?.own).toBe(true);
  expect((await rowOf(late)).taken).toEqual({ name: has === eve ? 'eve' : 'mina', own: false });
  // Taking it again is no error, and asks the colleague who is late for nothing.
  expect((await take(has)).status).toBe(200);
  expect((await take(late)).json.error.code).toBe('home.taken_already');
  expect((await late.delete(`/api/v1/task/take${kindQuery}`)).status).toBe(200);
  expect((await take(late)).status).toBe(200);
  expect((await rowOf(late)).taken?.own).toBe(true);
});

test('A taken row is for everybody again after a week', async () => {
  await pass(7 * 86_400_000);
  expect((await rowOf(eve)).taken).toBeNull();
  expect((await take(eve)).status).toBe(200);
});

test('Only rows that exist can be snoozed or taken', async () => {
  const nothing = { kind: 'import.no_such_row', things: {} };
  for (const act of ['snooze', 'take']) expect((await eve.post(`/api/v1/task/${act}`, nothing)).status, act).toBe(404);
});

test('For a person who works alone, their own work of the week is shown; with a colleague, it is not', async () => {
  await pass(8 * 86_400_000);
  await eve.post('/api/v1/category', { title: 'Fables' });
  expect((await homeOf(eve)).news).toMatchObject({ isOwn: true, acts: [{ actor: 'eve', kind: 'Category' }] });
  await pass(1000);
  await mina.post('/api/v1/category', { title: 'Legends' });
  expect((await homeOf(eve)).news).toMatchObject({ isOwn: false, acts: [{ actor: 'mina' }] });
});

test('Figures that are zero or as in the week before are not drawn, and a line needs three days', async () => {
  const shown = async () => {
    const { body } = await eve.get('/');
    return /aria-labelledby="this-week".*?<\/section>/s.exec(body)?.[0] ?? '';
  };
  await eve.post('/api/v1/book', { books: [bookRow(11)], create_missing: true });
  expect(await shown()).toShow('book added');
  expect(await shown()).not.toShow('registration');
  expect(await shown()).not.toShow('<polyline');
  await pass(7 * 86_400_000);
  await eve.post('/api/v1/book', { books: [bookRow(12)], create_missing: true });
  expect(await shown()).not.toShow('book added');
  for (const n of [13, 14]) {
    await pass(86_400_000);
    await eve.post('/api/v1/book', { books: [bookRow(n)], create_missing: true });
  }
  expect(await shown()).toShow('books added');
  expect(await shown()).toShow('<polyline');
});

test('A row is snoozed until tomorrow, next Monday or in a month; on a Sunday tomorrow is Monday', () => {
  expect(snoozeChoices('2026-02-25').map(({ day }) => day)).toEqual(['2026-02-26', '2026-03-02', '2026-03-27']);
  expect(snoozeChoices('2026-03-02').map(({ day }) => day)).toEqual(['2026-03-03', '2026-03-09', '2026-04-01']);
  expect(snoozeChoices('2026-03-01').map(({ day }) => day)).toEqual(['2026-03-02', '2026-03-31']);
});

const deedOf = async (person: Person, kind: string) => (await deedsOf(person, kind))[0];

test('Books that are ready are published from their row, after a question in figures, with an undo', async () => {
  const first = office.db.selectFrom('book').select('bidx').orderBy('bidx').limit(1);
  await office.db.updateTable('book_readiness').set({ missing: [] }).where('bidx', '=', first).execute();
  await office.db
    .insertInto('change')
    .values({ kind: 'book', id: null, at: new Date().toISOString(), actor: 'ada' })
    .execute();
  const deed = await vi.waitFor(async () => {
    const found = await deedOf(ada, 'book.task_ready');
    expect(found).toBeDefined();
    return found as TaskDeed;
  }, 20_000);
  const changed = 1;
  const would = await sendDeed(ada, deed, { dry_run: true });
  expect(would.json.results).toMatchObject({ changed, question: { title: 'Publish 1 book?' } });
  const did = await sendDeed(ada, deed);
  expect(did.json.results).toMatchObject({ changed, act_idx: expect.any(Number) });
  await vi.waitFor(async () => expect(await deedOf(ada, 'book.task_ready')).toBeUndefined(), 20_000);
  expect((await homeOf(ada)).doneToday.acts[0]).toMatchObject({ actor: 'ada' });
  expect((await ada.undo(did.json.results.act_idx)).status).toBe(200);
});

test('An import that failed is applied again from its row', async () => {
  const id = await stage('failed.csv');
  await ada.put(`/api/v1/import/${id}`, { create_missing: true });
  await office.db
    .updateTable('import')
    .set({ problem: JSON.stringify({ key: 'error.unexpected' }) })
    .where('import_idx', '=', id)
    .execute();
  const call = `POST /api/v1/import/${id}/apply`;
  expect(await deedOf(ada, 'import.tasks_problem')).toMatchObject({ label: 'Apply again', call });
});
