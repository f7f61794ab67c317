import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approvalDesk } from '#features/approval/approval.fixture.ts';
import { bookRow } from '#features/book/book.factory.ts';
import { codeDesk } from '#features/code/code.fixture.ts';
import { rowOf } from '#features/home/home.fixture.ts';
import { type Office, type Person, startOffice } from '#test/app.ts';
import { must } from '#test/must.ts';

let office: Office;
let ada: Person;
let jun: Person;
const plans = approvalDesk(() => office);
beforeAll(async () => {
  office = await startOffice();
  ada = office.admin;
  jun = await office.signIn('jun', true);
  await office.signIn('mina', true);
  await ada.post('/api/v1/book', { books: [bookRow(1), bookRow(2)], create_missing: true });
  await ada.post('/api/v1/collection', { cid: 'C1', title: 'How it works' });
});
afterAll(() => office.close());

const url = '/api/v1/thread';
const begin = async (text: string, over: object = {}, by = ada) =>
  (await by.post(url, { kind: 'book', id: 'B1', text, ...over })).json.results;
const threadsOf = async (kind = 'book', id = 'B1', query = '') =>
  (await ada.get(`${url}?kind=${kind}&id=${id}${query}`)).json.results;
/** A thread, whatever its state. */
const threadOf = async (thread: number, kind = 'book', id = 'B1') =>
  (
    await Promise.all(
      ['open', 'resolved'].map((state) => threadsOf(kind, id, `&state=${state}&thread=${String(thread)}`)),
    )
  )
    .flatMap(({ threads }) => threads)
    .find((one: { thread_idx: number }) => one.thread_idx === thread);
const messagesOf = async (thread: number, kind?: string, id?: string) => (await threadOf(thread, kind, id))?.messages;
const shows = async (thread: number) => (await messagesOf(thread)).map((one: { text: string }) => one.text);
const lastAct = async () =>
  office.db
    .selectFrom('audit')
    .select(['entity', 'entity_id', 'action', 'actor', 'before', 'after'])
    .orderBy('audit_idx', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();

/** What the buttons of a page that open threads are called where several parts of it have one. */
const marksIn = (body: string) =>
  [...body.matchAll(/<a [^>]*href="\/thread\/of\/[^>]*><span class="[^"]*">(Comments: [^<]*)/g)].map(
    ([, name]) => name,
  );

describe('A thread', () => {
  test('is begun about a record, answered by a colleague, and shown with who wrote what', async () => {
    const { thread_idx } = await begin('Is the cover right?');
    const answer = await jun.post(`${url}/${thread_idx}`, { text: 'Yes.\nSince spring.' });
    expect(answer.status).toBe(200);
    const { threads, open, of } = await threadsOf();
    expect(open).toBe(1);
    expect(of).toMatchObject({ kind: 'book', id: 'B1', title: 'Book 1', href: '/book/B1' });
    expect(threads[0].messages).toMatchObject([
      { by: { staff_id: 'ada' }, text: 'Is the cover right?', deleted: null, edited_at: null },
      { by: { staff_id: 'jun' }, text: 'Yes.\nSince spring.' },
    ]);
    expect(await lastAct()).toMatchObject({ entity: 'thread', action: 'thread.replied', actor: 'jun', after: null });
  });

  test('can be about a field, a language, or a field in a language, named in the language of the reader', async () => {
    for (const field of ['summary', 'ko', 'ko.title']) await begin('x', { kind: 'collection', id: 'C1', field });
    const labels = (await ada.get(`${url}?kind=collection&id=C1`, { 'x-language': 'es' })).json.results.threads;
    expect(labels.map(({ label }: { label: string }) => label)).toEqual(['한국어 · Título', '한국어', 'Resumen']);
    const wrong = await ada.post(url, { kind: 'collection', id: 'C1', field: 'ko.nothing', text: 'x' });
    expect(wrong).toMatchObject({ status: 422, json: { error: { code: 'thread.no_field' } } });
    expect(wrong.json.error.fields).toHaveProperty('field');
  });

  test.each([
    ['a record that does not exist', { kind: 'book', id: 'B999' }, 404, 'thread.no_record'],
    ['a number that none can have', { kind: 'customer', id: '99999999999999' }, 404, 'thread.no_record'],
    ['no number', { kind: 'customer', id: 'x' }, 404, 'thread.no_record'],
    ['a kind that has none', { kind: 'staff', id: '1' }, 404, 'thread.no_record'],
    ['no text', { text: ' \n ' }, 400, 'invalid.input'],
    ['4,001 characters', { text: 'x'.repeat(4001) }, 400, 'invalid.input'],
    ['a character that cannot be shown', { text: 'a\u0000b' }, 400, 'invalid.characters'],
    ['a field that the call does not have', { other: 1 }, 400, 'invalid.input'],
  ])('is refused with %s', async (_, over, status, code) => {
    const answer = await ada.post(url, { kind: 'book', id: 'B1', text: 'x', ...over });
    expect(answer).toMatchObject({ status, json: { error: { code } } });
  });

  test('is begun once, however often the same request arrives', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const send = () => ada.post(url, { kind: 'book', id: 'B2', text: 'Once' }, headers);
    const [first, second] = await Promise.all([send(), send()]);
    expect(second?.json).toEqual(first?.json);
    expect((await threadsOf('book', 'B2')).threads).toHaveLength(1);
  });

  test('is resolved and reopened; a reply reopens it, and one who has not seen that is refused', async () => {
    const { thread_idx } = await begin('Resolve me');
    const put = (body: object, by = ada) => by.put(`${url}/${thread_idx}`, body);
    expect((await put({ resolved: true, version: 1 })).json.results).toMatchObject({ version: 2 });
    expect(await lastAct()).toMatchObject({ action: 'thread.resolved', after: { resolved: true } });
    expect((await threadOf(thread_idx)).resolved).toMatchObject({ by: { staff_id: 'ada' } });
    expect((await put({ resolved: false, version: 1 }, jun)).json.error).toMatchObject({ code: 'error.stale' });
    await jun.post(`${url}/${thread_idx}`, { text: 'Not yet' });
    expect(
      (
        await office.db
          .selectFrom('thread')
          .select('resolved_at')
          .where('thread_idx', '=', thread_idx)
          .executeTakeFirst()
      )?.resolved_at,
    ).toBeNull();
  });

  test('is not seen by an account without rights', async () => {
    expect((await office.staff.get(`${url}?kind=book&id=B1`)).status).toBe(403);
    expect((await office.stranger.post(url, { kind: 'book', id: 'B1', text: 'x' })).status).toBe(401);
  });

  test('is found by its words in the finder, and deleted words are not', async () => {
    const { thread_idx, msg_idx } = await begin('The marzipan is missing');
    const found = async () => (await ada.get('/api/v1/search?text=marzipan')).body;
    expect(await found()).toContain(`/thread/${thread_idx}`);
    await ada.delete(`${url}/message/${msg_idx}`);
    expect(await found()).not.toContain(`/thread/${thread_idx}`);
  });
});

describe('A message', () => {
  test('is edited by its author for ten minutes, and by nobody else', async () => {
    const { thread_idx, msg_idx } = await begin('Frist');
    const edit = (by: Person, text: string, version = 1) => by.put(`${url}/message/${msg_idx}`, { text, version });
    expect((await edit(jun, 'Mine')).json.error).toMatchObject({ code: 'thread.not_yours' });
    expect((await edit(ada, 'First')).json.results).toMatchObject({ version: 2 });
    expect((await edit(ada, 'Again', 1)).json.error).toMatchObject({ code: 'error.stale' });
    expect(await messagesOf(thread_idx)).toMatchObject([{ text: 'First', edited_at: expect.any(Number) }]);
    office.clock.advance(600_000);
    expect((await edit(ada, 'Late', 2)).json.error).toMatchObject({ code: 'thread.too_late' });
    expect(await shows(thread_idx)).toEqual(['First']);
  });

  test('that is deleted leaves who wrote and who deleted it, and its text is nowhere', async () => {
    const { thread_idx, msg_idx } = await begin('A secret of 4711');
    await ada.put(`${url}/message/${msg_idx}`, { text: 'A secret of 4712' });
    expect((await jun.delete(`${url}/message/${msg_idx}`)).status).toBe(200);
    expect(await messagesOf(thread_idx)).toMatchObject([
      { by: { staff_id: 'ada' }, text: '', deleted: { by: { staff_id: 'jun' } } },
    ]);
    expect((await jun.delete(`${url}/message/${msg_idx}`)).status).toBe(404);
    const trail = await office.db.selectFrom('audit').select(['before', 'after']).execute();
    expect(JSON.stringify(trail)).not.toContain('A secret');
    expect((await ada.get('/book/B1')).body).not.toContain('A secret');
  });

  test('has no code in it, as it is stored: known ones, and what looks like one', async () => {
    const [code = ''] = await codesOf();
    const dashed = code.replace(/(.{4})(?=.)/g, '$1-');
    const { thread_idx } = await begin(
      `${code}, ${dashed.toLowerCase()}, ABCD-2345-WXYZ, dictionaries, that this word`,
    );
    const covered = `${code.slice(0, 4)}-••••-••••`;
    expect(await shows(thread_idx)).toEqual([`${covered}, ${covered}, ABCD-••••-••••, dictionaries, that this word`]);
    const { rows } = await stored(code);
    expect(rows).toEqual([]);
  });
});

async function codesOf(): Promise<string[]> {
  const { cust_idx } = (await ada.post('/api/v1/customer', { cust_id: 'ACME', name: 'Acme' })).json.results;
  const { cidx } = await office.db.selectFrom('collection').select('cidx').executeTakeFirstOrThrow();
  const desk = codeDesk(() => office);
  const cg_idx = await desk.addBatch({ cust_idx, cidx });
  await desk.issue(cg_idx, 1);
  const rows = await office.db.selectFrom('code').select('code').where('cg_idx', '=', cg_idx).execute();
  return rows.map((row) => row.code);
}

const stored = async (code: string) => ({
  rows: await office.db.selectFrom('thread_message').select('text').where('text', 'ilike', `%${code}%`).execute(),
});

describe('The inbox', () => {
  const mentionsOf = (person: Person) => rowOf(person, 'thread.tasks_mentioned');

  test('has what mentions a person, until they have seen it, and is nobody else’s', async () => {
    const { thread_idx } = await begin('@Jun, which cover? @ada @nobody', {
      kind: 'collection',
      id: 'C1',
      field: 'ko.title',
    });
    const row = await mentionsOf(jun);
    expect(row).toMatchObject({ title: 'ada mentioned you: How it works · 한국어 · Title', level: 'note' });
    expect(row?.tasks).toMatchObject([{ href: `/thread/${thread_idx}`, line: '@Jun, which cover? @ada @nobody' }]);
    expect(await mentionsOf(ada)).toBeUndefined();
    expect((await jun.get(`/thread/${thread_idx}`)).body).toContain('which cover?');
    expect((await jun.post(`${url}/${thread_idx}/seen`)).status).toBe(200);
    expect(await mentionsOf(jun)).toBeUndefined();
    // What was seen stays seen when the message is edited.
    const [{ msg_idx }] = await messagesOf(thread_idx, 'collection', 'C1');
    await ada.put(`${url}/message/${msg_idx}`, { text: '@jun and @mina' });
    expect(await mentionsOf(jun)).toBeUndefined();
    expect(await mentionsOf(await office.signIn('mina', true))).toBeDefined();
  });

  test('has no mention that was answered, resolved or deleted', async () => {
    const one = await begin('@jun one');
    const two = await begin('@jun two');
    const three = await begin('@jun three');
    expect((await mentionsOf(jun))?.tasks).toHaveLength(3);
    await jun.post(`${url}/${one.thread_idx}`, { text: 'Done' });
    await ada.put(`${url}/${two.thread_idx}`, { resolved: true });
    await ada.delete(`${url}/message/${three.msg_idx}`);
    expect(await mentionsOf(jun)).toBeUndefined();
  });

  test('has what is handed to a person with its day, until it is resolved or handed to another', async () => {
    const handedTo = (person: Person) => rowOf(person, 'thread.tasks_handed');
    const { thread_idx } = await begin('Which word?', { handed: { to: 'jun', until: '2026-03-09' } });
    expect(await handedTo(jun)).toMatchObject({ title: 'Decide by Mar 9, 2026: Book 1', level: 'note' });
    expect(await lastAct()).toMatchObject({
      action: 'thread.handed',
      after: { handed_to: 'jun', handed_until: '2026-03-09' },
    });
    const put = (body: object) => ada.put(`${url}/${thread_idx}`, body);
    expect((await put({ handed: { to: 'nobody', until: '2026-03-09' } })).json.error.code).toBe('thread.no_colleague');
    expect((await put({ handed: { to: 'bert', until: '2026-03-09' } })).json.error.code).toBe('thread.no_colleague');
    expect((await put({ handed: { to: 'jun', until: '2026-03-01' } })).json.error.code).toBe('thread.day_passed');
    await put({ handed: { to: 'ada', until: '2026-03-10' } });
    expect(await handedTo(jun)).toBeUndefined();
    expect(await handedTo(ada)).toBeDefined();
    await put({ resolved: true });
    expect(await handedTo(ada)).toBeUndefined();
    await put({ resolved: false });
    await put({ handed: null });
    expect(await handedTo(ada)).toBeUndefined();
  });
});

describe('An answer', () => {
  const listed = ({ threads }: { threads: { thread_idx: number }[] }) => threads.map((one) => one.thread_idx);

  test('has twenty threads of a record; the next call has the next, and the count is that of all', async () => {
    await ada.post('/api/v1/book', { books: [bookRow(3)], create_missing: true });
    const begun: number[] = [];
    for (let count = 0; count < 23; count++) begun.push((await begin(`Nth ${count}`, { id: 'B3' })).thread_idx);
    const newest = begun.toReversed();
    const first = await threadsOf('book', 'B3');
    expect(listed(first)).toEqual(newest.slice(0, 20));
    expect(first).toMatchObject({ open: 23, resolved: 0, state: 'open', next: newest[19] });
    const second = await threadsOf('book', 'B3', `&before=${first.next}`);
    expect(listed(second)).toEqual(newest.slice(20));
    expect(second.next).toBeNull();
    const withLast = await threadsOf('book', 'B3', `&thread=${newest[22]}`);
    expect(listed(withLast)).toEqual([...newest.slice(0, 20), newest[22]]);
    expect(withLast.next).toBe(newest[19]);
    expect((await ada.get(`/thread/${newest[22]}`)).body).toContain('Nth 0');
  });

  test('has the first message of a thread and the newest four; the next call has those between', async () => {
    const { thread_idx, msg_idx } = await begin('First', { id: 'B2' });
    const { staff_idx } = await office.db.selectFrom('staff').select('staff_idx').executeTakeFirstOrThrow();
    await office.db
      .insertInto('thread_message')
      .values(
        Array.from({ length: 70 }, (_, nth) => ({
          thread_idx,
          written_by: staff_idx,
          written_at: office.clock.now().toISOString(),
          text: `Reply ${nth}`,
        })),
      )
      .execute();
    const [shown] = (await threadsOf('book', 'B2')).threads;
    const texts = (messages: { text: string }[]) => messages.map(({ text }) => text);
    expect(shown.count).toBe(71);
    expect(texts(shown.messages)).toEqual(['First', 'Reply 66', 'Reply 67', 'Reply 68', 'Reply 69']);
    const before = async (message: number) =>
      (await ada.get(`${url}/${thread_idx}/message?before=${message}`)).json.results.messages;
    const between = await before(shown.messages[1].msg_idx);
    expect([between.length, between[0].text, between.at(-1).text]).toEqual([50, 'Reply 16', 'Reply 65']);
    const rest = await before(between[0].msg_idx);
    expect([rest[0].msg_idx, rest.length]).toEqual([msg_idx, 17]);
    expect((await ada.get(`${url}/999999/message?before=5`)).json.error.code).toBe('thread.not_found');
    // Who comes from the inbox sees more of what was said.
    expect((await messagesOf(thread_idx, 'book', 'B2')).length).toBe(51);
  });

  test('lists as open what it counts as open: not a thread of which every message was deleted', async () => {
    const { thread_idx, msg_idx } = await begin('Wrong book');
    const before = await threadsOf();
    expect(listed(before)).toHaveLength(before.open);
    await ada.delete(`${url}/message/${msg_idx}`);
    const after = await threadsOf();
    expect(after.open).toBe(before.open - 1);
    expect(listed(after)).toEqual(listed(before).filter((one) => one !== thread_idx));
    const over = await threadsOf('book', 'B1', '&state=resolved');
    expect(listed(over)).toHaveLength(over.resolved);
    expect(listed(over)).toContain(thread_idx);
    await jun.post(`${url}/${thread_idx}`, { text: 'Which one then?' });
    expect(listed(await threadsOf())).toContain(thread_idx);
  });
});

describe('The threads of a record', () => {
  test('go with it, come back with the undo of its deletion, and are not those of a new one with its ID', async () => {
    const { thread_idx, msg_idx } = await begin('@jun about the second', { id: 'B2' });
    const gone = await ada.post('/book/delete/B2');
    const { act_idx } = gone.json.results;
    expect((await ada.get(`${url}?kind=book&id=B2`)).status).toBe(404);
    expect((await jun.post(`${url}/${thread_idx}`, { text: 'x' })).status).toBe(404);
    expect((await ada.put(`${url}/message/${msg_idx}`, { text: 'x' })).status).toBe(404);
    expect((await jun.get(`/thread/${thread_idx}`)).status).toBe(404);
    expect((await ada.get('/api/v1/search?text=second')).body).not.toContain(`/thread/${thread_idx}`);
    expect(await rowOf(jun, 'thread.tasks_mentioned')).toBeUndefined();

    await ada.post('/api/v1/book', { books: [bookRow(2)], create_missing: true });
    expect((await threadsOf('book', 'B2')).threads).toEqual([]);
    await ada.post('/book/delete/B2');

    expect((await ada.undo(act_idx)).status).toBe(200);
    expect(await messagesOf(thread_idx, 'book', 'B2')).toMatchObject([{ text: '@jun about the second' }]);
    expect(await rowOf(jun, 'thread.tasks_mentioned')).toBeDefined();
  });

  test('are marked in the list of such records, where it follows them', async () => {
    await ada.post('/api/v1/collection', { cid: 'C9', title: 'Nine' });
    const marks = async () => {
      const { body } = await ada.get('/collection');
      expect(body).toMatch(/data-follows="[^"]*collection\.marks/);
      return marksIn(body).find((mark) => mark?.startsWith('Comments: Nine'));
    };
    expect(await marks()).toBeUndefined();
    const { thread_idx } = await begin('x', { kind: 'collection', id: 'C9' });
    await begin('y', { kind: 'collection', id: 'C9', field: 'ko.title' });
    expect(await marks()).toBe('Comments: Nine, 2');
    await ada.put(`${url}/${thread_idx}`, { resolved: true });
    expect(await marks()).toBe('Comments: Nine, 1');
    expect(marksIn((await ada.get('/book')).body)).toContainEqual(expect.stringMatching(/^Comments: Book 1, /));
  });

  test.each([
    ['event', '/event', { name: 'Fair', cid: 'C1', code: 'LISTFAIR2026', from: 1_772_438_400, until: 1_772_528_400 }],
    ['release', '/release', { name: 'Spring' }],
    ['reservation', '/reservation', { cid: 'C1', target: 'price', value: [], apply_at: 4_000_000_000 }],
  ])('are marked in the list of records of the kind %s', async (kind, path, body) => {
    const made = must(await ada.post(`/api/v1/${kind}`, body));
    const { event_idx, rel_idx, res_idx } = made;
    await begin('x', { kind, id: String(event_idx ?? rel_idx ?? res_idx) });
    expect(marksIn((await ada.get(path)).body)).toContainEqual(expect.stringMatching(/^Comments: .+, 1$/));
  });

  test.each([
    ['roadmap', '/agegroup', '/api/v1/age_group', 'Eleven'],
    ['series', '/series', '/api/v1/series', 'Owls'],
  ])('about a %s are marked where the rows lead to it', async (kind, path, call, title) => {
    const { age_group, ser_idx } = must(await ada.post(call, { title }));
    await ada.post(call, { title: `${title} of others` });
    await begin('x', { kind, id: String(age_group ?? ser_idx) });
    const { body } = await ada.get(path);
    expect(body).toMatch(new RegExp(`data-follows="[^"]*${kind}\\.marks`));
    expect(marksIn(body)).toEqual([`Comments: ${title}, 1`]);
  });

  test('are marked in the list of batches', async () => {
    const desk = codeDesk(() => office);
    const [cidx, cust_idx] = [await desk.addCollection('C7'), await desk.addCustomer('SEVEN')];
    await begin('x', { kind: 'code_batch', id: String(await desk.addBatch({ cidx, cust_idx, title: 'Seventh' })) });
    expect(marksIn((await ada.get('/code/report')).body)).toContain('Comments: Seventh, 1');
  });

  test('are counted on its page while they are open', async () => {
    const { thread_idx } = await begin('Counted', { kind: 'collection', id: 'C1' });
    const count = async () => /Comments <small>(\d+)/.exec((await ada.get('/collection/C1')).body)?.[1];
    const before = Number(await count());
    await ada.put(`${url}/${thread_idx}`, { resolved: true });
    expect(Number(await count())).toBe(before - 1);
  });

  test('about a text are counted beside it, in its language only', async () => {
    await ada.post('/api/v1/collection', { cid: 'C2', title: 'Two' });
    await begin('This word?', { kind: 'collection', id: 'C2', field: 'ko.summary' });
    const labels = async (locale: string) => marksIn((await ada.get(`/collection/C2/localize/${locale}`)).body);
    expect(await labels('ko')).toEqual([
      'Comments: 한국어, Title',
      'Comments: 한국어, Summary, 1',
      'Comments: 한국어, Notice',
      'Comments: 한국어, Description',
    ]);
    const card = await ada.get('/api/v5/collection/C2/localize/ko/text?field=summary');
    expect(card.json.results.offered).toMatchObject([
      { label: 'Comments', href: '/thread/of/collection/C2?field=ko.summary', count: 1 },
    ]);
    expect(await labels('es')).not.toContain(expect.stringContaining('1'));
    const panel = await ada.get('/thread/of/collection/C2?field=ko.summary');
    expect(panel.body).toContain('New comment: 한국어 · Summary');
  });

  test.each(['event', 'customer', 'code_batch', 'release', 'reservation', 'roadmap', 'approval'])(
    'are opened from the page of a record of the kind %s',
    async (kind) => {
      const page = { code_batch: '/code/batch/' }[kind] ?? `/${kind}/`;
      const id = await idOf(kind);
      expect((await ada.get(`${page}${id}`)).body).toContain(`/thread/of/${kind}/${id}`);
      const { thread_idx } = await begin('Here', { kind, id: String(id) });
      expect(await messagesOf(thread_idx, kind, String(id))).toHaveLength(1);
    },
  );

  async function idOf(kind: string): Promise<number> {
    const { customer, code_batch } = {
      customer: await office.db.selectFrom('customer').select('cust_idx').executeTakeFirstOrThrow(),
      code_batch: await office.db.selectFrom('code_batch').select('cg_idx').executeTakeFirstOrThrow(),
    };
    if (kind === 'approval') {
      await plans.rules({ prices: true });
      const plan = await plans.planned(plans.save(ada, 'C1', '7900'));
      await plans.rules({});
      return plan;
    }
    if (kind === 'release') return (await ada.post('/api/v1/release', { name: 'Spring' })).json.results.rel_idx;
    if (kind === 'roadmap') return (await ada.post('/api/v1/age_group', { title: 'Six' })).json.results.age_group;
    if (kind === 'reservation') {
      const apply_at = Math.floor(office.clock.now().getTime() / 1000) + 86_400;
      const change = { cid: 'C1', target: 'price', apply_at, value: [{ currency: 'KRW', price: '7900' }] };
      return (await ada.post('/api/v1/reservation', change)).json.results.res_idx;
    }
    if (kind === 'customer') return customer.cust_idx;
    if (kind === 'code_batch') return code_batch.cg_idx;
    const body = { name: 'Fair', cid: 'C1', code: 'FAIRFAIR2026', from: 1_772_438_400, until: 1_772_528_400 };
    return (await ada.post('/api/v1/event', body)).json.results.event_idx;
  }
});
