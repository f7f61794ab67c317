import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { codeDesk } from '#features/code/code.fixture.ts';
import { rowOf } from '#features/home/home.fixture.ts';
import { releaseDesk } from '#features/release/release.fixture.ts';
import { addAccount } from '#features/staff/staff.fixture.ts';
import { type Office, type Person, startOffice } from '#test/app.ts';
import { must } from '#test/must.ts';

let office: Office;
let theo: Person;
let theoIdx: number;
let minji: Person;
let minjiIdx: number;
let batch: number;
let sequence = 0;
const releases = releaseDesk(() => office);
const codes = codeDesk(() => office);

beforeAll(async () => {
  office = await startOffice();
  must(await office.admin.post('/api/v1/collection', { cid: 'C1', title: 'First' }));
  const of = { cust_idx: await codes.addCustomer('ACME'), cidx: await codes.addCollection('first') };
  batch = await codes.addBatch({ ...of, title: 'Autumn reading' });
});
afterAll(() => office.close());

const idxOf = async (id: string) =>
  (await office.admin.get('/api/v1/staff')).json.results.find((row: { staff_id: string }) => row.staff_id === id)
    .staff_idx;
const disable = (idx: number, disabled = true) => office.admin.put(`/api/v1/staff/${idx}`, { disabled });
const belongings = async (idx = theoIdx) => must(await office.admin.get(`/api/v1/staff/${idx}/belongings`));
const counts = async (idx?: number) =>
  Object.fromEntries(
    (await belongings(idx)).kinds.map(({ kind, count }: { kind: string; count: number }) => [kind, count]),
  );
const handOver = (body: object, idx = theoIdx) => office.admin.post(`/api/v1/staff/${idx}/handover`, body);
const all = { saved_view: 2, api_key: 1, code_link: 1, reservation: 1, release: 1, preview: 1, thread: 1, task: 1 };

/** A colleague who has one of everything, two views, and is gone. */
beforeEach(async () => {
  sequence++;
  theo = await office.signIn(`theo${sequence}`, true);
  theoIdx = await idxOf(`theo${sequence}`);
  minji = await office.signIn(`minji${sequence}`, true);
  minjiIdx = await idxOf(`minji${sequence}`);
  await office.db.deleteFrom('task_taken').execute();
  const later = releases.seconds() + 86_400;
  for (const name of ['Drafts', 'New']) must(await theo.post('/api/v1/view', { list: '/book', name, query: {} }));
  must(await theo.post('/api/v1/api_key', { name: 'Shelf display', scope: 'read' }));
  must(await theo.post(`/api/v1/code/batch/${batch}/link`, { expires_at: later }));
  const change = { cid: 'C1', target: 'price', apply_at: later };
  must(await theo.post('/api/v1/reservation', { ...change, value: [{ currency: 'KRW', price: '7900' }] }));
  must(await theo.post('/api/v1/release', { name: 'Spring list' }));
  must(await theo.post('/api/v1/preview', { of: 'collection', id: 'C1', days: 7 }));
  must(await theo.post('/api/v1/task/take', { kind: 'import.tasks_waiting', things: { 1: 1 } }));
  const handed = { to: `theo${sequence}`, until: '2026-03-09' };
  must(await office.admin.post('/api/v1/thread', { kind: 'collection', id: 'C1', text: 'Which word?', handed }));
  must(await disable(theoIdx));
});

test('what a disabled person has is listed by kind, and goes to a colleague in one act', async () => {
  expect(await counts()).toEqual(all);
  const { kinds } = await belongings();
  expect(kinds.find(({ kind }: { kind: string }) => kind === 'api_key').rows[0].title).toBe('Shelf display');
  const { given, ended, act_idx } = must(await handOver({ to: minjiIdx }));
  expect({ given, ended }).toEqual({ given: 9, ended: 0 });
  expect(await counts()).toEqual({});
  expect(await counts(minjiIdx)).toEqual(all);
  const [row] = await office.db.selectFrom('audit').selectAll().where('act_idx', '=', act_idx).execute();
  expect(row).toMatchObject({
    entity: 'handover',
    entity_id: `theo${sequence}`,
    of_entity: 'staff',
    after: { to: [`minji${sequence}`], given: 9, ended: 0 },
  });
});

test('the undo gives everything back that nobody has handed on since', async () => {
  const { act_idx } = must(await handOver({ to: minjiIdx }));
  must(await disable(minjiIdx));
  const ada = await idxOf('ada');
  const second = must(await handOver({ to: ada, what: ['release'] }, minjiIdx));
  expect(second.given).toBe(1);
  expect(must(await office.admin.undo(act_idx))).toMatchObject({ back: 8, kept: 1 });
  const { release, ...others } = all;
  expect(await counts()).toEqual(others);
  expect((await counts(ada))['release']).toBe(release);
  expect((await office.admin.undo(act_idx)).status).toBe(409);
});

test('kinds go to different people, some of a kind stay, and a key ends', async () => {
  const other = await addAccount(office.admin, `sol${sequence}`);
  const { kinds } = await belongings();
  const [view] = kinds.find(({ kind }: { kind: string }) => kind === 'saved_view').rows;
  const what = [
    { kind: 'saved_view', ids: [view.id] },
    { kind: 'api_key', end: true },
    { kind: 'release', to: other },
  ];
  const { given, ended, act_idx } = must(await handOver({ to: minjiIdx, what }));
  expect({ given, ended }).toEqual({ given: 2, ended: 1 });
  expect(await counts(other)).toEqual({ release: 1 });
  expect(await counts(minjiIdx)).toEqual({ saved_view: 1 });
  expect(await counts()).toEqual({ saved_view: 1, code_link: 1, reservation: 1, preview: 1, thread: 1, task: 1 });
  expect(must(await office.admin.undo(act_idx))).toMatchObject({ back: 2, kept: 0 });
  expect(await counts()).toEqual({ ...all, api_key: undefined });
});

test('keys that speak for a person who is gone work no more, are listed apart, go to nobody and end with the rest', async () => {
  must(await disable(theoIdx, false));
  const again = await office.signIn(`theo${sequence}`, true);
  const { key } = must(await again.post('/api/v1/api_key', { name: 'Shell', scope: 'staff' }));
  must(await again.post('/api/v1/api_key', { name: 'Helper', scope: 'assistant', may: ['read'] }));
  const callWith = () => office.stranger.get('/api/v1/act/1', { authorization: `Bearer ${key}` });
  expect((await callWith()).status).toBe(404);
  must(await disable(theoIdx));
  expect((await callWith()).status).toBe(403);
  const own = (await belongings()).kinds.find(({ kind }: { kind: string }) => kind === 'api_key.own');
  expect(own).toMatchObject({ count: 2, can_end: true, can_give: false });
  expect((await handOver({ to: minjiIdx, what: ['api_key.own'] })).json.error.code).toBe('handover.only_ends');
  expect(must(await handOver({ to: minjiIdx }))).toMatchObject({ given: 9, ended: 2 });
  expect(await counts()).toEqual({});
  expect(await counts(minjiIdx)).toEqual(all);
  expect((await callWith()).status).toBe(401);
  const revoked = await office.db
    .selectFrom('audit')
    .select('before')
    .where('action', '=', 'api_key.revoked')
    .execute();
  expect(revoked.map(({ before }) => Object(before).name)).toEqual(expect.arrayContaining(['Shell', 'Helper']));
});

test('a view keeps its name beside one of the same name that its new owner has, and has it again after an undo', async () => {
  must(await minji.post('/api/v1/view', { list: '/book', name: 'Drafts', query: { state: 'x' } }));
  const { act_idx } = must(await handOver({ to: minjiIdx, what: ['saved_view'] }));
  const names = async (idx: number) =>
    (await belongings(idx)).kinds
      .find(({ kind }: { kind: string }) => kind === 'saved_view')
      .rows.map(({ title }: { title: string }) => title)
      .toSorted();
  expect(await names(minjiIdx)).toEqual(['Drafts', expect.stringMatching(/^Drafts \(theo\d+ \d+\)$/), 'New']);
  must(await office.admin.undo(act_idx));
  expect([await names(theoIdx), await names(minjiIdx)]).toEqual([['Drafts', 'New'], ['Drafts']]);
});

test('a question that waited for a disabled person is in the inbox of whoever takes it over, until it is undone', async () => {
  const waits = async (person: Person) => (await rowOf(person, 'thread.tasks_handed'))?.tasks.length ?? 0;
  const { kinds } = await belongings();
  const [question] = kinds.find(({ kind }: { kind: string }) => kind === 'thread').rows;
  expect(question).toMatchObject({ title: 'Which word?', href: `/thread/${question.id}` });
  const { act_idx } = must(await handOver({ to: minjiIdx, what: ['thread'] }));
  expect(await waits(minji)).toBe(1);
  // Who had it open before has to see whom it waits for now.
  const stale = await office.admin.put(`/api/v1/thread/${question.id}`, { resolved: true, version: 2 });
  expect(stale.json.error.code).toBe('error.stale');
  must(await office.admin.undo(act_idx));
  expect(await waits(minji)).toBe(0);
  expect(await counts()).toEqual(all);
});

test('whoever takes something over finds it on their start page, until it is undone', async () => {
  const isShown = async (person: Person) => (await rowOf(person, 'handover.tasks')) !== undefined;
  const { act_idx } = must(await handOver({ to: minjiIdx }));
  expect(await isShown(minji)).toBe(true);
  expect(await isShown(await office.signIn(`uma${sequence}`, true))).toBe(false);
  must(await office.admin.undo(act_idx));
  expect(await isShown(minji)).toBe(false);
});

test('nothing is taken from somebody who still works here, and nothing given to somebody who does not', async () => {
  must(await disable(theoIdx, false));
  expect((await handOver({ to: minjiIdx })).json.error.code).toBe('handover.still_active');
  must(await disable(theoIdx));
  must(await disable(minjiIdx));
  expect((await handOver({ to: minjiIdx })).json.error).toMatchObject({ code: 'handover.not_active' });
  expect((await handOver({ to: theoIdx })).json.error.code).toBe('handover.not_active');
  const plain = await addAccount(office.admin, `plain${sequence}`, false);
  expect((await handOver({ to: plain })).status).toBe(422);
  expect(await counts()).toEqual(all);
});

test('what is asked for must exist: kinds, and ends where there are such', async () => {
  const codeOf = async (what: unknown[]) => (await handOver({ to: minjiIdx, what })).json.error.code;
  expect(await codeOf(['shelf'])).toBe('handover.unknown_kind');
  expect(await codeOf([{ kind: 'release', end: true }])).toBe('handover.no_end');
  expect(await codeOf([{ kind: 'release', ids: ['999999'] }])).toBe('handover.nothing');
  expect((await handOver({ to: minjiIdx, what: [{ kind: 'api_key', end: true, to: minjiIdx }] })).status).toBe(400);
  expect((await handOver({ to: minjiIdx }, 999_999)).status).toBe(404);
});

test('of two who hand over at once one does it, and the other is told that nothing is left', async () => {
  const both = await Promise.all([handOver({ to: minjiIdx }), handOver({ to: minjiIdx })]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(await counts(minjiIdx)).toEqual(all);
});
