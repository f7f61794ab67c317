import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { importCsv, importRow } from '#features/import/import.factory.ts';
import { beginAct, storeEffects } from '#kernel/records/acts.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { type Office, type Person, startOffice } from '#test/app.ts';

let office: Office;
let eve: Person;
let group: number;
beforeAll(async () => {
  office = await startOffice();
  eve = await office.signIn('eve', true);
  // 23:30 in Seoul, the product's time zone.
  office.clock.set('2026-03-02T14:30:00Z');
  group = (await office.admin.post('/api/v1/age_group', { title: 'Ages 3 to 5' })).json.results.age_group;
  office.clock.set('2026-03-02T15:30:00Z');
  await eve.put(`/api/v1/age_group/${group}`, { title: '<b>Ages 4 to 6</b>' });
  await eve.post('/api/v1/age_group', { title: '=HYPERLINK("x")' });
});
afterAll(() => office.close());

/** The entries of a page, and the other props that it was rendered from. */
const entriesOf = async (url: string) => {
  const { body } = await office.admin.get(url);
  const json = /<script type="application\/json">(.*?)<\/script>/s.exec(body)?.[1] ?? '{}';
  const { found, ...props } = JSON.parse(json);
  return { ...props, lines: found.rows, total: found.total };
};

test('the trail shows who did what and when, newest first, with each field before and after', async () => {
  const { lines: listed, total } = await entriesOf('/audit?entity=age_group');
  expect(total).toBe(3);
  expect(listed[1]).toMatchObject({
    actor: 'eve',
    at: Date.parse('2026-03-02T15:30:00Z') / 1000,
    id: String(group),
    action: 'changed',
    changes: [{ field: 'Title', before: 'Ages 3 to 5', after: '<b>Ages 4 to 6</b>' }],
  });
  const { body } = await office.admin.get('/audit?entity=age_group');
  expect(body).toShow('<del>Ages 3 to 5</del>');
  expect(body).toShow('<ins>&lt;b&gt;Ages 4 to 6&lt;/b&gt;</ins>');
});

test('a line links to its record where the record has a screen, and not once it is deleted', async () => {
  const { lines: listed } = await entriesOf(`/audit?entity=age_group&id=${group}`);
  expect(listed[0].href).toBe('/agegroup');
  const gone = (await office.admin.post('/api/v1/age_group', { title: 'Gone' })).json.results.age_group;
  await office.admin.delete(`/api/v1/age_group/${gone}`);
  const [deleted] = (await entriesOf(`/audit?entity=age_group&id=${gone}`)).lines;
  expect(deleted).toMatchObject({ action: 'deleted', href: null, changes: [{ before: 'Gone', after: null }] });
  await office.db.deleteFrom('audit').where('entity_id', '=', String(gone)).execute();
});

test('the trail speaks the language of the reader', async () => {
  const { lines: listed } = await entriesOf('/audit?entity=age_group&lang=ko');
  expect(listed[1]).toMatchObject({ action: '변경', changes: [{ field: '제목' }] });
});

test.each([
  ['actor=eve&entity=age_group', 2],
  ['actor=nobody', 0],
  ['action=age_group.updated', 1],
  ['entity=age_group&since=2026-03-02&until=2026-03-02', 1],
  ['entity=age_group&since=2026-03-03', 2],
  ['entity=age_group&until=2026-03-01', 0],
  ['entity=age_group&until=2026-03-03&actor=&action=', 3],
])('the filter %s leaves %i lines', async (query, count) => {
  const { lines: listed, total } = await entriesOf(`/audit?${query}`);
  expect(total).toBe(count);
  expect(listed).toHaveLength(count);
});

test('what the product did by itself is found under the system', async () => {
  await office.app.work.write(systemCaller('test'), async (ctx) =>
    ctx.audit({ entity: 'nightly_task', id: 1, action: 'nightly_task.swept_up', after: { files: 3 } }),
  );
  const { lines: listed } = await entriesOf('/audit?actor=:system');
  expect(listed).toMatchObject([{ actor: null, kind: 'Nightly task', action: 'Swept up', href: null }]);
});

test('the filters offer the accounts, kinds and acts that the trail holds, by name', async () => {
  const { options } = await entriesOf('/audit');
  expect(options.actors).toContainEqual({ value: 'bert', label: 'bert' });
  expect(options.entities).toContainEqual({ value: 'age_group', label: 'Age group' });
  expect(options.actions).toContainEqual({ value: 'age_group.updated', label: 'Age group: changed' });
});

test.each(['since=yesterday', 'until=2026-02-30', 'since=0000-01-01', 'actor=a&actor=b', `id=${'x'.repeat(201)}`])(
  'the filter %s is refused',
  async (query) => {
    expect((await office.admin.get(`/audit?${query}`)).status).toBe(400);
    expect((await office.admin.get(`/api/v1/audit/export?${query}`)).status).toBe(400);
  },
);

test('the export is the trail under the same filters, in the order of the screen, safe to open', async () => {
  const url = '/api/v1/audit/export?entity=age_group&actor=eve&sort=at';
  const { status, headers, body } = await office.admin.get(url);
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(headers['x-total-count']).toBe('2');
  expect(headers['content-disposition']).toContain('attachment; filename="audit-2026-03-03.csv"');
  expect(body.split('\r\n')).toEqual([
    '\ufeffWhen (Asia/Seoul),Who,Type,Record,Action,Before,After,Reason',
    `2026-03-03 00:30:00,eve,Age group,${group},changed,Title: Ages 3 to 5,Title: <b>Ages 4 to 6</b>,`,
    expect.stringMatching(/^2026-03-03 00:30:00,eve,Age group,\d+,created,,"Title: =HYPERLINK\(""x""\)",$/),
    '',
  ]);
});

test('the export continues beyond one batch, and no row is lost or repeated', async () => {
  await office.db
    .insertInto('audit')
    .values(
      Array.from({ length: 2500 }, (_, n) => ({
        at: '2026-01-01T00:00:00Z',
        entity: 'bulk',
        entity_id: `row-${n}`,
        action: 'bulk.done',
      })),
    )
    .execute();
  for (const sort of ['at', 'at.desc']) {
    const { body } = await office.admin.get(`/api/v1/audit/export?entity=bulk&sort=${sort}`);
    const ids = body.split('\r\n').flatMap((row) => /row-\d+/.exec(row)?.[0] ?? []);
    expect(ids).toHaveLength(2500);
    expect(new Set(ids).size).toBe(2500);
    expect(ids[0]).toBe(sort === 'at' ? 'row-0' : 'row-2499');
  }
  expect((await entriesOf('/audit?entity=bulk&page=25')).lines.at(-1).id).toBe('row-0');
});

test('the history of a record opens over its screen, newest first', async () => {
  const panel = await office.admin.get(`/audit/of/age_group/${group}`);
  expect(panel.status).toBe(200);
  expect(panel.body).not.toShow('<html');
  expect(panel.body).toShow('History: Age group &lt;b&gt;Ages 4 to 6&lt;/b&gt;');
  expect(panel.body.indexOf('changed')).toBeLessThan(panel.body.indexOf('created'));
  const page = await office.admin.get(`/audit/of/age_group/${group}`, { 'sec-fetch-mode': 'navigate' });
  expect(page.body).toShow(`data-fragment="/audit/of/age_group/${group}"`);
  const strange = await office.admin.get('/audit/of/nothing/1', { 'sec-fetch-mode': 'navigate' });
  expect(strange.status).toBe(200);
});

test('the history is paged to its end', async () => {
  const long = (await office.admin.post('/api/v1/age_group', { title: 'v0' })).json.results.age_group;
  for (let n = 1; n < 45; n++) await office.admin.put(`/api/v1/age_group/${long}`, { title: `v${n}` });
  const titles: string[] = [];
  let next: number | null = null;
  do {
    const url: string = `/api/v1/audit/of/age_group/${long}${next === null ? '' : `?before=${next}`}`;
    const { results } = (await office.admin.get(url)).json;
    titles.push(...results.lines.map((entry: { changes: { after: string }[] }) => entry.changes[0]?.after));
    next = results.next;
  } while (next !== null);
  expect(titles).toEqual(Array.from({ length: 45 }, (_, n) => `v${44 - n}`));
});

test('the history of a record shows what acts on many did to it, each in its place and by what it did', async () => {
  const done = (id: number) => ({ from: sql`(values (${id}::text)) as done (id)`, id: sql`id` });
  const bulk = (entity: string, verb: string, sides: { before?: object; after?: object }) =>
    office.app.work.write(systemCaller('test'), async (ctx) => {
      const act = await beginAct(ctx);
      const json = (side: object | undefined) => sql`${side ? JSON.stringify(side) : null}::jsonb`;
      const given = { before: json(sides.before), after: json(sides.after) };
      await storeEffects(act, 'age_group', { ...done(group), ...given }).execute(ctx.db);
      await storeEffects(act, 'age_group', done(group + 10_000)).execute(ctx.db);
      await storeEffects(act, 'book', done(group)).execute(ctx.db);
      ctx.audit({ entity, id: act, action: `${entity}.${verb}`, act });
    });
  await bulk('import', 'applied', { before: { title: 'Ages 4' }, after: { title: 'From a sheet' } });
  await bulk('import', 'undone', { before: { title: 'From a sheet' }, after: { title: 'Ages 4' } });
  await office.admin.put(`/api/v1/age_group/${group}`, { title: 'Ages 9' });
  await bulk('age_group_act', 'locked', { after: { title: 'Ages 9' } });
  await bulk('import', 'undone', { before: { title: 'Ages 9' } });
  const { lines: entries } = (await office.admin.get(`/api/v1/audit/of/age_group/${group}`)).json.results;
  expect(entries.map((entry: { action: string }) => entry.action)).toEqual([
    'deleted',
    'locked',
    'changed',
    'restored',
    'changed',
    'changed',
    'created',
  ]);
  expect(entries[4]).toMatchObject({ changes: [{ field: 'Title', before: 'Ages 4', after: 'From a sheet' }] });
});

describe('A record in the trail and in histories', () => {
  test('is named by its current title, and by its last one when it is gone', async () => {
    const { ser_idx: series } = (await office.admin.post('/api/v1/series', { title: 'Owls' })).json.results;
    const { lev_idx: level } = (await office.admin.post('/api/v1/level', { ser_idx: series, title: 'One' })).json
      .results;
    const [made] = (await entriesOf(`/audit?entity=level&id=${level}`)).lines;
    expect(made).toMatchObject({ kind: 'Level', title: 'One' });
    expect(made.changes).toContainEqual({ field: 'Series', before: null, after: 'Owls' });
    await office.admin.delete(`/api/v1/level/${level}`);
    const [gone] = (await entriesOf(`/audit?entity=level&id=${level}`)).lines;
    expect(gone).toMatchObject({ action: 'deleted', title: 'One', href: null });
    expect((await office.admin.get(`/audit?entity=level&id=${level}`)).body).toShow('One');
  });

  test('shows its parts in its history, each by its own name', async () => {
    await office.admin.post('/api/v1/book', { books: [bookRow(1)], create_missing: true });
    const { word_idx: word } = (await office.admin.form('/api/v1/book/B1/word', { word: 'Sun' })).json.results;
    const fields = { bid: 'B1', word_idx: String(word), word: 'sun', sentence: 'The sun rises.', mdr_targeted: 'Y' };
    const { sent_idx: sentence } = (await office.admin.form('/api/v1/sentence', fields)).json.results;
    await office.admin.form(`/api/v1/sentence/${sentence}`, { sentence: 'The sun sets.' });
    await office.admin.delete(`/api/v1/book/B1/word/${word}`);
    const entries = (await office.admin.get('/api/v1/audit/of/book/B1')).json.results.lines;
    expect(
      entries.map((entry: { kind: string; title: string; action: string }) => [entry.kind, entry.title, entry.action]),
    ).toEqual([
      ['Word', 'sun', 'deleted'],
      ['Sentence', 'The sun sets.', 'changed'],
      ['Sentence', 'The sun rises.', 'created'],
      ['Word', 'sun', 'created'],
      ['Book', 'Book 1', 'imported'],
    ]);
    const found = (await entriesOf('/audit?entity=book&id=B1')).lines;
    expect(found).toHaveLength(5);
  });

  test('shows long texts word by word', async () => {
    const text = (animal: string) => `Once upon a time there was a little ${animal} that lived in a deep, dark wood.`;
    await office.admin.put('/api/v1/book/B1', { summary: text('fox') });
    await office.admin.put('/api/v1/book/B1', { summary: text('bear') });
    const [entry] = (await office.admin.get('/api/v1/audit/of/book/B1')).json.results.lines;
    expect(entry.changes[0]).toMatchObject({ field: 'Summary', before: null, after: null });
    expect(entry.changes[0].words.slice(1, 3)).toEqual([
      { kind: 'old', text: 'fox' },
      { kind: 'new', text: 'bear' },
    ]);
    const { body } = await office.admin.get('/audit?entity=book&id=B1');
    expect(body).toShow('<del>fox</del><ins>bear</ins>');
  });

  test('names every field in the language of the reader', async () => {
    await office.admin.put('/api/v1/book', { selection: { ids: ['B1'] } });
    const form = new FormData();
    form.append('file', new Blob([importCsv([importRow(2)])]), 'books.csv');
    await office.admin.upload('/api/v1/import', form);
    const { lines: entries } = await entriesOf('/audit?lang=ko');
    const names = entries.flatMap((entry: { changes: { field: string }[] }) => entry.changes.map(({ field }) => field));
    const english = names.filter(
      (name: string) => /^[A-Z]/.test(name) && !/^(ISBN|CEFR|MDR|Lexile|AR|EPUB|ID)/.test(name),
    );
    expect(english).toEqual([]);
  });
});

describe('An act on many records in the trail', () => {
  test('is one line that opens to its records, part by part', async () => {
    const books = Array.from({ length: 25 }, (_, n) => bookRow(100 + n));
    await office.admin.post('/api/v1/book', { books });
    const ids = books.map(({ bid }) => String(bid));
    const { act_idx: act } = (await office.admin.put('/api/v1/book', { selection: { ids } })).json.results;
    const { lines: entries } = await entriesOf('/audit?action=book_act.published');
    expect(entries[0]).toMatchObject({ act, title: null, undoable: true, undone: null });
    const first = (await office.admin.get(`/api/v1/audit/act/${act}`)).json.results;
    expect(first.lines).toHaveLength(20);
    expect(first.lines[0]).toMatchObject({ kind: 'Book', title: 'Book 100', href: '/book/B100', action: 'published' });
    const rest = await office.admin.get(`/api/v1/audit/act/${act}?${new URLSearchParams(first.next)}`);
    expect(rest.json.results).toMatchObject({ next: null });
    expect([...first.lines, ...rest.json.results.lines].map((entry) => entry.id)).toEqual(ids.toSorted());
    expect((await office.admin.get('/api/v1/audit/act/999999')).status).toBe(404);
  });

  test('says what has become of it: how many records were changed since, and who undid it', async () => {
    const [{ act }] = (await entriesOf('/audit?action=book_act.published')).lines;
    await office.admin.put('/api/v1/book', { bids: ['B100'], published: false });
    const opened = await office.admin.get(`/audit/act/${act}`);
    expect(opened.body).toShow('Undo leaves 1 record as it is.');
    await eve.undo(act);
    const { lines: entries } = await entriesOf('/audit?action=book_act.published');
    expect(entries[0]).toMatchObject({ undoable: false, undone: { actor: 'eve' } });
    expect((await office.admin.get(`/audit/act/${act}`)).body).toShow('Undone by eve');
    expect((await office.admin.get('/audit?action=book_act.published')).body).toShow('Undone by eve');
  });
});

describe('Values before a change', () => {
  const history = async (of: string) => (await office.admin.get(`/api/v1/audit/of/${of}`)).json.results.lines;
  const restore = (of: string, body: object) => office.admin.put(`/api/v1/audit/of/${of}/restore`, body);
  const book = async () => (await office.admin.get('/api/v1/book?bid=B7')).json.results[0];

  test('are restored from the history, references by their titles, as a separate change', async () => {
    const given = bookRow(7, { category: 'Tales', series: 'Bears', level: 'Level 3' });
    await office.admin.post('/api/v1/book', { books: [given], create_missing: true });
    const before = await book();
    const { ser_idx, lev_idx } = (await office.admin.get('/api/v1/book?bid=B1')).json.results[0];
    await office.admin.put('/api/v1/book/B7', { title: 'Other', author: 'Ann', cat_idx: null, ser_idx, lev_idx });
    const [entry] = await history('book/B7');
    expect(entry).toMatchObject({ action: 'changed', restorable: true });
    const answer = await restore('book/B7', { audit_idx: entry.audit_idx, newest: entry.audit_idx });
    expect(answer.status).toBe(200);
    const { title, author, category, series, level } = before;
    expect(await book()).toMatchObject({ title, author, category, series, level });
    expect((await history('book/B7')).map((one: { action: string }) => one.action)).toEqual([
      'changed',
      'changed',
      'imported',
    ]);
    expect((await restore('book/B7', { audit_idx: entry.audit_idx })).status).toBe(200);
    expect(await history('book/B7')).toHaveLength(3);
  });

  test('are not restored over what somebody changed since the history was opened', async () => {
    const [entry] = await history('book/B7');
    await eve.put('/api/v1/book/B7', { remarks: 'Seen' });
    const answer = await restore('book/B7', { audit_idx: entry.audit_idx, newest: entry.audit_idx });
    expect(answer).toMatchObject({ status: 409, json: { error: { code: 'error.stale', details: { name: 'eve' } } } });
    expect((await book()).title).not.toBe('Other');
  });

  test.each(['age_group', 'category', 'series'])('are restored for the titles of %s too', async (noun) => {
    const made = (await office.admin.post(`/api/v1/${noun}`, { title: 'Before' })).json.results;
    const id = made.age_group ?? made.cat_idx ?? made.ser_idx;
    await office.admin.put(`/api/v1/${noun}/${id}`, { title: 'After' });
    const [entry] = await history(`${noun}/${id}`);
    expect((await restore(`${noun}/${id}`, { audit_idx: entry.audit_idx })).status).toBe(200);
    const [last] = await history(`${noun}/${id}`);
    expect(last.changes).toEqual([{ field: 'Title', before: 'After', after: 'Before' }]);
  });

  test('are refused for irreversible changes, for those of another record, and to staff without rights', async () => {
    const [created] = (await history('book/B7')).toReversed();
    expect(created).toMatchObject({ restorable: false });
    const refused = await restore('book/B7', { audit_idx: created.audit_idx });
    expect(refused).toMatchObject({ status: 409, json: { error: { code: 'audit.restore_not' } } });
    expect((await restore('book/B1', { audit_idx: created.audit_idx })).status).toBe(404);
    expect((await restore('book/B7', { audit_idx: 'x' })).status).toBe(400);
    expect((await office.staff.put('/api/v1/audit/of/book/B7/restore', { audit_idx: 1 })).status).toBe(403);
  });
});
