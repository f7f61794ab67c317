import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beginAct, keepRecords } from '#kernel/acts.ts';
import { systemCaller } from '#kernel/unit-of-work.ts';
import { type Office, type Person, startOffice } from '#test/app.ts';

let office: Office;
let eve: Person;
let group: number;
beforeAll(async () => {
  office = await startOffice();
  eve = await office.signIn('eve', true);
  // 23:30 in Seoul, where the product's days are.
  office.clock.set('2026-03-02T14:30:00Z');
  group = (await office.admin.post('/api/v1/age_group', { title: 'Ages 3 to 5' })).json.results.age_group;
  office.clock.set('2026-03-02T15:30:00Z');
  await eve.put(`/api/v1/age_group/${group}`, { title: '<b>Ages 4 to 6</b>' });
  await eve.post('/api/v1/age_group', { title: '=HYPERLINK("x")' });
});
afterAll(() => office.close());

/** The props that the page was drawn from. */
const lines = async (url: string) => {
  const { body } = await office.admin.get(url);
  const json = /<script type="application\/json">(.*?)<\/script>/s.exec(body)?.[1] ?? '{}';
  return JSON.parse(json);
};

test('the trail tells who did what and when, newest first, with each field before and after', async () => {
  const { lines: listed, total } = await lines('/audit?entity=age_group');
  expect(total).toBe(3);
  expect(listed[1]).toMatchObject({
    actor: 'eve',
    at: Date.parse('2026-03-02T15:30:00Z') / 1000,
    id: String(group),
    action: 'changed',
    changes: [{ field: 'Title', before: 'Ages 3 to 5', after: '<b>Ages 4 to 6</b>' }],
  });
  const { body } = await office.admin.get('/audit?entity=age_group');
  expect(body).toContain('<del>Ages 3 to 5</del>');
  expect(body).toContain('<ins>&lt;b&gt;Ages 4 to 6&lt;/b&gt;</ins>');
});

test('a line links to its record where the record has a screen, and not once it is deleted', async () => {
  const { lines: listed } = await lines(`/audit?entity=age_group&id=${group}`);
  expect(listed[0].href).toBe('/agegroup');
  const gone = (await office.admin.post('/api/v1/age_group', { title: 'Gone' })).json.results.age_group;
  await office.admin.delete(`/api/v1/age_group/${gone}`);
  const [deleted] = (await lines(`/audit?entity=age_group&id=${gone}`)).lines;
  expect(deleted).toMatchObject({ action: 'deleted', href: null, changes: [{ before: 'Gone', after: null }] });
  await office.db.deleteFrom('audit').where('entity_id', '=', String(gone)).execute();
});

test('the trail speaks the language of the reader', async () => {
  const { lines: listed } = await lines('/audit?entity=age_group&lang=ko');
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
  const { lines: listed, total } = await lines(`/audit?${query}`);
  expect(total).toBe(count);
  expect(listed).toHaveLength(count);
});

test('what the product did by itself is found under the system', async () => {
  await office.app.work.write(systemCaller('test'), async (ctx) =>
    ctx.audit({ entity: 'nightly_task', id: 1, action: 'nightly_task.swept_up', after: { files: 3 } }),
  );
  const { lines: listed } = await lines('/audit?actor=:system');
  expect(listed).toMatchObject([{ actor: null, kind: 'Nightly task', action: 'Swept up', href: null }]);
});

test('the filters offer the accounts, kinds and acts that the trail holds, by name', async () => {
  const { options } = await lines('/audit');
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

test('the export goes on beyond one batch, and no row is lost or told twice', async () => {
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
  expect((await lines('/audit?entity=bulk&page=25')).lines.at(-1).id).toBe('row-0');
});

test('the history of a record opens over its screen, newest first', async () => {
  const panel = await office.admin.get(`/audit/of/age_group/${group}`);
  expect(panel.status).toBe(200);
  expect(panel.body).not.toContain('<html');
  expect(panel.body).toContain(`History: Age group ${group}`);
  expect(panel.body.indexOf('changed')).toBeLessThan(panel.body.indexOf('created'));
  const page = await office.admin.get(`/audit/of/age_group/${group}`, { 'sec-fetch-mode': 'navigate' });
  expect(page.body).toContain(`data-fragment="/audit/of/age_group/${group}"`);
  const strange = await office.admin.get('/audit/of/nothing/1', { 'sec-fetch-mode': 'navigate' });
  expect(strange.status).toBe(200);
});

test('the history goes on in parts until its end', async () => {
  const long = (await office.admin.post('/api/v1/age_group', { title: 'v0' })).json.results.age_group;
  for (let n = 1; n < 45; n++) await office.admin.put(`/api/v1/age_group/${long}`, { title: `v${n}` });
  const titles: string[] = [];
  let next: number | null = null;
  do {
    const url: string = `/api/v1/audit/of/age_group/${long}${next === null ? '' : `?before=${next}`}`;
    const { results } = (await office.admin.get(url)).json;
    titles.push(...results.lines.map((line: { changes: { after: string }[] }) => line.changes[0]?.after));
    next = results.next;
  } while (next !== null);
  expect(titles).toEqual(Array.from({ length: 45 }, (_, n) => `v${44 - n}`));
});

test('the history of a record holds what acts on many did to it, each in its place and by what it did', async () => {
  const done = (id: number) => ({ from: sql`(values (${id}::text)) as done (id)`, id: sql`id` });
  const bulk = (entity: string, verb: string, sides: { before?: object; after?: object }) =>
    office.app.work.write(systemCaller('test'), async (ctx) => {
      const act = await beginAct(ctx);
      const json = (side: object | undefined) => sql`${side ? JSON.stringify(side) : null}::jsonb`;
      const given = { before: json(sides.before), after: json(sides.after) };
      await keepRecords(act, 'age_group', { ...done(group), ...given }).execute(ctx.db);
      await keepRecords(act, 'age_group', done(group + 10_000)).execute(ctx.db);
      await keepRecords(act, 'book', done(group)).execute(ctx.db);
      ctx.audit({ entity, id: act, action: `${entity}.${verb}`, act });
    });
  await bulk('import', 'applied', { before: { title: 'Ages 4' }, after: { title: 'From a sheet' } });
  await bulk('import', 'undone', { before: { title: 'From a sheet' }, after: { title: 'Ages 4' } });
  await office.admin.put(`/api/v1/age_group/${group}`, { title: 'Ages 9' });
  await bulk('age_group_act', 'locked', { after: { title: 'Ages 9' } });
  await bulk('import', 'undone', { before: { title: 'Ages 9' } });
  const { lines: told } = (await office.admin.get(`/api/v1/audit/of/age_group/${group}`)).json.results;
  expect(told.map((line: { action: string }) => line.action)).toEqual([
    'deleted',
    'locked',
    'changed',
    'restored',
    'changed',
    'changed',
    'created',
  ]);
  expect(told[4]).toMatchObject({ changes: [{ field: 'Title', before: 'Ages 4', after: 'From a sheet' }] });
});
