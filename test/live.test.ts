import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { type Office, type Person, startOffice } from '#test/app.ts';

let office: Office;
let second: Office;
const addresses = new Map<Office, string>();
let mina: Person;

beforeAll(async () => {
  office = await startOffice({ jobs: true });
  second = await startOffice({ jobs: true, beside: office });
  for (const one of [office, second]) addresses.set(one, await one.server.listen({ port: 0, host: '127.0.0.1' }));
  mina = await office.signIn('mina', true);
  for (const n of [1, 2]) await office.admin.post('/api/v1/book', { books: [bookRow(n)], create_missing: true });
});
afterAll(async () => {
  await second.close();
  await office.close();
});

interface Heard {
  status: number;
  changes: { kind: string; id: string | null; by: string | null; own: boolean; at: number }[];
  /** The last cursor received. */
  cursor: string;
  ended: boolean;
  leave: () => void;
}

/** Follows a stream like a page does. */
async function follow(query: string, { cookie }: Person, at: Office = office): Promise<Heard> {
  const gone = new AbortController();
  const answer = await fetch(`${addresses.get(at)}/api/v1/live?${query}`, { headers: { cookie }, signal: gone.signal });
  const heard: Heard = { status: answer.status, changes: [], cursor: '', ended: false, leave: () => gone.abort() };
  const read = async () => {
    const decoder = new TextDecoder();
    let text = '';
    for await (const piece of answer.body ?? []) {
      text += decoder.decode(piece, { stream: true });
      heard.changes = [...text.matchAll(/^id: .*\ndata: (.*)$/gm)].map(([, data = '']) => JSON.parse(data));
      heard.cursor = [...text.matchAll(/^id: (.*)$/gm)].at(-1)?.[1] ?? '';
    }
  };
  void read()
    .catch(() => undefined)
    .finally(() => {
      heard.ended = true;
    });
  if (answer.ok) await expect.poll(() => heard.cursor).not.toBe('');
  return heard;
}

const publisher = (name: string) => ({ publisher: name });
const described = ({ changes }: Heard) => changes.map(({ kind, id, by }) => `${kind} ${id} ${by}`);

test('only administrators hear of changes', async () => {
  expect((await follow('kinds=book', office.stranger)).status).toBe(401);
  expect((await follow('kinds=book', office.staff)).status).toBe(403);
});

test('a page hears of the kinds that it shows, and who changed them, on any instance', async () => {
  const books = await follow('kinds=book', office.admin, second);
  const groups = await follow('kinds=age_group,category', office.admin);
  await mina.put('/api/v1/book/B1', publisher('Heron'));
  await mina.post('/api/v1/age_group', { title: 'Ages 6 to 8' });
  await expect.poll(() => described(groups)).toEqual([expect.stringMatching(/^age_group \d+ mina$/)]);
  await expect.poll(() => described(books)).toEqual(['book B1 mina']);
  expect(books.changes[0]?.at).toBe(Math.floor(office.clock.now().getTime() / 1000));
  for (const one of [books, groups]) one.leave();
});

test('a tab is told which changes were made in it, and hears of those of the same person elsewhere', async () => {
  const tab = randomUUID();
  const here = await follow(`kinds=age_group&tab=${tab}`, mina);
  await mina.post('/api/v1/age_group', { title: 'Ages 1 to 2' }, { 'x-tab': tab });
  await mina.post('/api/v1/age_group', { title: 'Ages 2 to 3' }, { 'x-tab': randomUUID() });
  await mina.post('/api/v1/age_group', { title: 'Ages 3 to 4' });
  await expect
    .poll(() => here.changes.map(({ by, own }) => [by, own]))
    .toEqual([
      ['mina', true],
      ['mina', false],
      ['mina', false],
    ]);
  here.leave();
});

test('the page of a record hears of changes of that record or of many, and of no other record', async () => {
  const one = await follow('kinds=book&kind=book&id=B1', office.admin);
  await mina.put('/api/v1/book/B2', publisher('Stork'));
  await mina.put('/api/v1/book/B1', publisher('Crane'));
  await expect.poll(() => described(one)).toEqual(['book B1 mina']);
  one.leave();
});

test('a page that comes back resumes after the last change that it heard of', async () => {
  const first = await follow('kinds=book', office.admin);
  first.leave();
  await mina.put('/api/v1/book/B1', publisher('Gull'));
  const again = await follow(`kinds=book&after=${first.cursor}`, office.admin, second);
  await expect.poll(() => described(again)).toEqual(['book B1 mina']);
  again.leave();
  const gone = '/api/v1/live?kinds=book&after=00000000-1';
  expect((await office.admin.get(gone)).status).toBe(410);
  const { cookie } = office.admin;
  const why = await fetch(`${addresses.get(office)}${gone}`, { method: 'HEAD', headers: { cookie } });
  expect(why.status).toBe(410);
  expect((await office.admin.get('/api/v1/live?kinds=Books!')).status).toBe(400);
});

test('a stream ends with its session on every instance, and no other with it', async () => {
  const leaving = await office.signIn('noa', true);
  const streams = await Promise.all([office, second].map((at) => follow('kinds=*', leaving, at)));
  const stays = await follow('kinds=*', office.admin);
  await leaving.post('/logout');
  for (const one of streams) await expect.poll(() => one.ended).toBe(true);
  expect((await follow('kinds=*', leaving)).status).toBe(401);
  await mina.put('/api/v1/book/B2', publisher('Swan'));
  await expect.poll(() => described(stays)).toEqual(['book B2 mina']);
  expect(stays.ended).toBe(false);
  stays.leave();
});

test('a stream ends when its account loses its rights', async () => {
  const demoted = await office.signIn('omar', true);
  const heard = await follow('kinds=book', demoted);
  const rows: { staff_id: string; staff_idx: number; version: number }[] = await office.db
    .selectFrom('staff')
    .select(['staff_id', 'staff_idx', 'version'])
    .execute();
  const omar = rows.find(({ staff_id }) => staff_id === 'omar');
  const body = { is_admin: false, version: omar?.version };
  expect((await office.admin.put(`/api/v1/staff/${omar?.staff_idx}`, body)).status).toBe(200);
  await expect.poll(() => heard.ended).toBe(true);
  expect((await follow('kinds=book', demoted)).status).toBe(403);
});

test('a page says what it follows and from where, its record and its kinds', async () => {
  const list = (await office.admin.get('/book')).body;
  expect(list).toShow(/<html [^>]*data-follows="book,series,book.marks" data-cursor="[0-9a-f]{8}-\d+"/);
  const record = (await office.admin.get('/book/B1')).body;
  expect(record).toShow(/<html [^>]*data-follows="" data-kind="book" data-record="B1" data-cursor=/);
  expect((await office.admin.get('/code/redeem')).body).not.toShow('data-follows');
});

test('automatic requests of a page do not keep a session open', async () => {
  const idle = await office.signIn('kai', true);
  const seen = async () =>
    (
      await office.db
        .selectFrom('session')
        .innerJoin('staff', 'staff.staff_idx', 'session.staff_idx')
        .select('seen_at')
        .where('staff_id', '=', 'kai')
        .executeTakeFirstOrThrow()
    ).seen_at;
  const before = await seen();
  office.clock.advance(3_600_000);
  expect((await idle.get('/book', { 'x-unattended': '1' })).status).toBe(200);
  expect(await seen()).toEqual(before);
  await idle.get('/book');
  expect(await seen()).not.toEqual(before);
});

const form = { kind: 'book', id: 'B2' };
const forms = ['0b8f6f0e-5d0a-4c1e-9b0a-3f6f2f0c7a11', '0b8f6f0e-5d0a-4c1e-9b0a-3f6f2f0c7a12'] as const;
const editors = async (person: Person) =>
  (await person.get(`/api/v1/editing?${new URLSearchParams(form)}`)).json.results.editors;
const now = () => Math.floor(office.clock.now().getTime() / 1000);

test('an open form is shown to others at once, on any instance, and to the same account as its own', async () => {
  const watching = await follow('kinds=book&kind=book&id=B2', office.admin, second);
  const opened = await mina.post('/api/v1/editing', { ...form, form: forms[0] });
  expect(opened.json.results.editors).toEqual([]);
  await expect.poll(() => described(watching)).toEqual(['editing book B2 mina']);
  expect(await editors(office.admin)).toEqual([{ name: 'mina', since: now(), own: false }]);
  expect(await editors(mina)).toEqual([{ name: 'mina', since: now(), own: true }]);
  const other = await office.admin.post('/api/v1/editing', { ...form, form: forms[1] });
  expect(other.json.results.editors).toEqual([{ name: 'mina', since: now(), own: false }]);
  watching.leave();
});

test('a form stays open while it is reported, keeps its opening time, and is forgotten after 45 seconds', async () => {
  const since = now();
  office.clock.advance(40_000);
  const again = await mina.post('/api/v1/editing', { ...form, form: forms[0] });
  expect(again.json.results.editors).toEqual([{ name: 'ada', since, own: false }]);
  office.clock.advance(40_000);
  expect(await editors(office.admin)).toEqual([{ name: 'mina', since, own: false }]);
  office.clock.advance(6000);
  expect(await editors(office.admin)).toEqual([]);
});

test('a form that is closed is forgotten at once, but nobody else can close it', async () => {
  await mina.post('/api/v1/editing', { ...form, form: forms[0] });
  const address = `/api/v1/editing?${new URLSearchParams({ ...form, form: forms[0] })}`;
  expect((await office.admin.delete(address)).status).toBe(200);
  expect(await editors(office.admin)).toHaveLength(1);
  await mina.delete(address);
  expect(await editors(office.admin)).toEqual([]);
  expect((await mina.delete(address)).status).toBe(200);
});

test('a form that is closed stays closed, though its open report arrives late or its close report early', async () => {
  const late = randomUUID();
  const address = `/api/v1/editing?${new URLSearchParams({ ...form, form: late })}`;
  const open = () => mina.post('/api/v1/editing', { ...form, form: late });
  await mina.delete(address);
  await open();
  expect(await editors(office.admin)).toEqual([]);
  office.clock.advance(46_000);
  await open();
  expect(await editors(office.admin)).toHaveLength(1);
  await mina.delete(address);
  await open();
  expect(await editors(office.admin)).toEqual([]);
});

test('editing leaves no trace in the audit trail', async () => {
  const count = async () =>
    (
      await office.db
        .selectFrom('audit')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n;
  const before = await count();
  await mina.post('/api/v1/editing', { ...form, form: forms[0] });
  await mina.delete(`/api/v1/editing?${new URLSearchParams({ ...form, form: forms[0] })}`);
  expect(await count()).toBe(before);
});

test('a form without a record, or with an invalid number, is refused', async () => {
  expect((await mina.post('/api/v1/editing', { kind: 'book', form: forms[0] })).status).toBe(400);
  expect((await mina.post('/api/v1/editing', { ...form, form: '1' })).status).toBe(400);
  expect((await office.staff.post('/api/v1/editing', { ...form, form: forms[0] })).status).toBe(403);
});

test('a page starts from the very last change that it shows, so that it is not told of that one again', async () => {
  for (const title of ['One', 'Two', 'Three']) {
    await office.admin.post('/api/v1/category', { title });
    const { body } = await office.admin.get('/category');
    const { newest } = await office.db
      .selectFrom('change')
      .select((row) => row.fn.max('change_idx').as('newest'))
      .executeTakeFirstOrThrow();
    expect(/data-cursor="[0-9a-f]{8}-(\d+)"/.exec(body)?.[1]).toBe(String(newest));
  }
});
