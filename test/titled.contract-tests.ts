import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { seriesDesk } from '#features/series/series.fixture.ts';
import { type Office, startOffice } from '#test/app.ts';
import { beginAct } from '../src/kernel/records/acts.ts';
import type { Titled } from '../src/kernel/records/titled.ts';
import { systemCaller } from '../src/kernel/work/unit-of-work.ts';

interface TitledNoun {
  titled: Titled;
  /** Its call, and the names of the id in that call's answer and in its list, if they are not that of its key. */
  call: string;
  added?: string;
  listed?: string;
  page: string;
  says: { create: string; taken: string; gone: string; goneInKorean: string };
  /** How books refer to it: the foreign key in their table, and the refusal to delete one that a book uses. */
  books?: { column: 'grp_idx' | 'cat_idx'; used: string };
}

/** Tests that apply to every noun that is only a title. */
export function titledTests({ titled, call, page, says, books, ...ids }: TitledNoun): void {
  const { table, key, words } = titled.noun;
  const { added = key, listed = key } = ids;
  let office: Office;
  const library = seriesDesk(() => office);
  beforeAll(async () => {
    office = await startOffice();
  });
  afterAll(() => office.close());
  beforeEach(async () => {
    await library.clear();
    await office.db.deleteFrom(table).execute();
  });

  const add = async (title: string): Promise<number> => (await office.admin.form(call, { title })).json.results[added];
  const list = async () => (await office.admin.get(call)).json.results;
  const titles = async () => (await list()).map((one: { title: string }) => one.title);
  const rename = (id: number, title: string, version?: number) =>
    office.admin.put(`${call}/${id}`, { title, ...(version && { version }) });

  test('is added from a form, its title trimmed, and listed with its id', async () => {
    const answer = await office.admin.form(call, { title: '  Ages 3 to 5 ' });
    expect(answer).toMatchObject({ status: 200, json: { results: { [added]: expect.any(Number) } } });
    expect(await list()).toEqual([{ [listed]: answer.json.results[added], title: 'Ages 3 to 5' }]);
    expect(await library.trail()).toMatchObject([
      { action: `${table}.created`, actor: 'ada', before: null, after: { title: 'Ages 3 to 5' } },
    ]);
  });

  test('is listed by title, with numbers by value', async () => {
    for (const n of [10, 2, 6]) await add(`Ages ${n}`);
    expect(await titles()).toEqual(['Ages 2', 'Ages 6', 'Ages 10']);
  });

  test('without a title is refused beside its field, and nothing is added', async () => {
    const answer = await office.admin.post(call, { title: '   ' });
    expect(answer).toMatchObject({ status: 400, json: { error: { fields: { title: 'Required.' } } } });
    expect(await list()).toEqual([]);
    expect(await library.trail()).toEqual([]);
  });

  test('has a title nobody else has, also when two are added at the same moment', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => office.admin.post(call, { title: 'Teens' })));
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    const refused = answers.find((answer) => answer.status === 409);
    expect(refused?.json.error).toMatchObject({ code: `${words}.title_taken`, fields: { title: says.taken } });
    expect(await list()).toHaveLength(1);
    expect(await library.trail()).toHaveLength(1);
  });

  test('with a title that differs only in case is another', async () => {
    await add('teens');
    expect((await office.admin.post(call, { title: 'Teens' })).status).toBe(200);
  });

  test('is renamed, and its history tells from what to what', async () => {
    const id = await add('Teens');
    expect(await rename(id, 'Teenagers', 1)).toMatchObject({ status: 200, json: { results: { success: true } } });
    expect(await list()).toEqual([{ [listed]: id, title: 'Teenagers' }]);
    const change = { before: { title: 'Teens' }, after: { title: 'Teenagers' } };
    expect((await library.trail()).at(-1)).toMatchObject({
      entity_id: String(id),
      action: `${table}.updated`,
      ...change,
    });
  });

  test('renamed to the same title again changes nothing and leaves no trace', async () => {
    const id = await add('Teens');
    expect((await rename(id, 'Teens', 1)).status).toBe(200);
    expect((await rename(id, 'Teens', 1)).status).toBe(200);
    expect(await library.trail()).toHaveLength(1);
  });

  test('renamed over a newer title is refused with who saved it, and what it is now', async () => {
    const id = await add('Teens');
    await rename(id, 'Teenagers', 1);
    const details = { name: 'ada', version: 2, record: { title: 'Teenagers' } };
    expect(await rename(id, 'Youth', 1)).toMatchObject({
      status: 409,
      json: { error: { code: 'error.stale', details } },
    });
    expect(await titles()).toEqual(['Teenagers']);
  });

  test('renamed without a version is saved over whatever there is', async () => {
    const id = await add('Teens');
    await rename(id, 'Teenagers');
    expect((await rename(id, 'Youth')).status).toBe(200);
  });

  test('renamed to a title in use is refused', async () => {
    await add('Kids');
    const id = await add('Teens');
    expect(await rename(id, 'Kids')).toMatchObject({ status: 409, json: { error: { code: `${words}.title_taken` } } });
  });

  test('is deleted once; the second time there is none', async () => {
    const id = await add('Teens');
    const remove = () => office.admin.delete(`${call}/${id}`);
    expect(await remove()).toMatchObject({ status: 200, json: { results: { success: true } } });
    expect(await remove()).toMatchObject({ status: 404, json: { error: { message: says.gone } } });
    expect(await rename(id, 'Kids')).toMatchObject({ status: 404 });
    expect((await library.trail()).map((entry) => entry.action)).toEqual([`${table}.created`, `${table}.deleted`]);
  });

  test('deleted by mistake is back with its id after an undo, and its creation can be undone too', async () => {
    const { json } = await office.admin.post(call, { title: 'Teens' });
    const { [added]: id, act_idx: created } = json.results;
    const deleted = (await office.admin.delete(`${call}/${id}`)).json.results.act_idx;
    const undo = (act: number) => office.admin.undo(act);
    expect(await undo(deleted)).toMatchObject({ status: 200, json: { results: { back: 1 } } });
    expect(await list()).toEqual([{ [listed]: id, title: 'Teens' }]);
    expect(await undo(created)).toMatchObject({ status: 200 });
    expect(await list()).toEqual([]);
    expect((await library.trail()).slice(2)).toMatchObject([
      { action: `${table}.undone`, before: null, after: { title: 'Teens' } },
      { action: `${table}.undone`, before: { title: 'Teens' } },
    ]);
  });

  test('that was renamed since it was added stays, and its deletion is not undone once its title is taken', async () => {
    const { [added]: id, act_idx: created } = (await office.admin.post(call, { title: 'Teens' })).json.results;
    await rename(id, 'Teenagers');
    const undo = (act: number) => office.admin.undo(act);
    expect(await undo(created)).toMatchObject({ status: 409, json: { error: { code: 'undo.changed_since' } } });
    const deleted = (await office.admin.delete(`${call}/${id}`)).json.results.act_idx;
    await add('Teenagers');
    expect(await undo(deleted)).toMatchObject({ status: 409, json: { error: { code: `${words}.title_taken` } } });
    expect(await titles()).toEqual(['Teenagers']);
  });

  test.runIf(books)('that a book uses is not deleted; the refusal names the book', async () => {
    const id = await add('Teens');
    const series = await library.addSeries('Bright Readers');
    await library.addBook(series, await library.addLevel(series, 'One'), 'Ant');
    const use = (value: number | null) =>
      office.db
        .updateTable('book')
        .set({ [String(books?.column)]: value })
        .execute();
    await use(id);
    // The list shows how many books use it, and links to them.
    const { body } = await office.admin.get(page);
    expect(body).toShow(new RegExp(`<a href="/book\\?${table}=${id}" aria-label="1 book">1</a>`));
    const details = { count: 1, references: [{ label: 'Ant', kind: 'book.kind' }] };
    expect(await office.admin.delete(`${call}/${id}`)).toMatchObject({
      status: 409,
      json: { error: { message: books?.used, details } },
    });
    expect(await list()).toHaveLength(1);
    await use(null);
    expect((await office.admin.delete(`${call}/${id}`)).status).toBe(200);
  });

  test('has a page that lists the titles, and a fragment for a new one that is bare HTML', async () => {
    await add('Teens');
    expect((await office.admin.get(page)).body).toShow('>Teens<');
    const fragment = await office.admin.get(`${page}/create`, { 'sec-fetch-mode': 'cors' });
    expect(fragment.body).toShow(says.create);
    expect(fragment.body).not.toShow('<html');
  });

  test('is found by the finder by its words, whatever their case and accents, and can be added from there', async () => {
    for (const title of ['Ages 3 to 5', 'Niños', 'Teens']) await add(title);
    const found = async (text: string): Promise<string[]> => {
      const { json } = await office.admin.get(`/api/v1/search?text=${encodeURIComponent(text)}`);
      const hits: { label: string; href: string }[] = json.results;
      return hits.filter(({ href }) => href === page).map(({ label }) => label);
    };
    expect([await found('ninos'), await found('5 ages'), await found('adults')]).toEqual([
      ['Niños'],
      ['Ages 3 to 5'],
      [],
    ]);
    expect((await office.admin.get('/')).body).toShow(`href="${page}/create"`);
  });

  test('is in a sheet by title, with the number of its uses', async () => {
    for (const n of [10, 2]) await add(`Ages ${n}`);
    const answer = await office.admin.get(`${page}/export`);
    expect(answer.headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8', 'x-total-count': '2' });
    expect(answer.body.replace(/^\uFEFF/, '').split('\r\n')).toEqual([
      expect.stringMatching(/^Title,/),
      'Ages 2,0',
      'Ages 10,0',
      '',
    ]);
    const sheet = await office.admin.get(`${page}/export?as=xlsx`);
    expect(sheet.headers['content-type']).toContain('spreadsheetml.sheet');
  });

  test('tells a failure in the language of the caller', async () => {
    const answer = await office.admin.delete(`${call}/1`, undefined, { cookie: `${office.admin.cookie}; lang=ko` });
    expect(answer.json.error.message).toBe(says.goneInKorean);
  });

  test('is made by an act on many where its title is missing, once each; the act stands in its history', async () => {
    await add('Kids');
    await office.db.deleteFrom('audit').execute();
    const made = await office.app.work.write(systemCaller('bulk'), async (ctx) => {
      const act = await beginAct(ctx);
      ctx.audit({ entity: 'import', id: 1, action: 'import.applied', act });
      return titled.addMissing(ctx, act, ['Teens', 'Kids', 'Adults', 'Teens']);
    });
    expect([...made.keys()].toSorted()).toEqual(['Adults', 'Teens']);
    expect(await titles()).toEqual(['Adults', 'Kids', 'Teens']);
    expect((await library.trail()).map((entry) => entry.action)).toEqual(['import.applied']);
    const history = await office.admin.get(`/api/v1/audit/of/${table}/${made.get('Teens')}`);
    expect(history.json.results.lines).toMatchObject([{ action: 'created', changes: [{ after: 'Teens' }] }]);
  });
}
