import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { type Office, startOffice } from '#test/app.ts';
import { importRow } from '../import.factory.ts';
import { importDesk } from '../import.fixture.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice({ jobs: true });
});
afterAll(() => office.close());

const { stage, state, rows: rowsOf, apply, untilEnded, count, empty } = importDesk(() => office);
beforeEach(empty);

describe('Applying', () => {
  test('is refused while a row is rejected or a title unknown, and changes nothing', async () => {
    const id = await stage([importRow(1), importRow(2, { bid: '' })]);
    expect(await office.admin.post(`/api/v1/import/${id}/apply`)).toMatchObject({
      status: 422,
      json: { error: { code: 'import.rejected_rows' } },
    });
    await office.admin.put(`/api/v1/import/${id}/drop`, { rows: 'rejected', dropped: true });
    expect(await office.admin.post(`/api/v1/import/${id}/apply`)).toMatchObject({
      status: 422,
      json: { error: { code: 'import.titles_unknown' } },
    });
    expect(await count('book')).toBe(0);
    expect(await state(id)).toMatchObject({ status: 'ready' });
  });

  test('writes books and the titles they name, with one audit row and one change', async () => {
    const id = await stage([
      importRow(1),
      importRow(2),
      importRow(3, { category: 'Fables', age_group: 'Ages 3 to 5' }),
    ]);
    await office.admin.put(`/api/v1/import/${id}`, { create_missing: true });
    const before = await count('audit');
    expect(await apply(id)).toMatchObject({ status: 'applied', applied_by: 'ada', problem: null });
    const books = await office.db
      .selectFrom('book')
      .select(['bid', 'title', 'cat_idx', 'version', 'updated_by'])
      .orderBy('bid')
      .execute();
    expect(books).toMatchObject([
      { bid: 'B0001', title: 'The 1th Lantern', cat_idx: null, version: 1, updated_by: 'ada' },
      { bid: 'B0002' },
      { bid: 'B0003', cat_idx: expect.any(Number) },
    ]);
    expect(await count('level')).toBe(3);
    expect(await count('audit')).toBe(before + 1);
    const changes = await office.db.selectFrom('change').select(['kind', 'id']).where('kind', '=', 'book').execute();
    expect(changes).toEqual([{ kind: 'book', id: null }]);
  });

  test('an existing bid is rejected until updating is switched on; then only the given cells change', async () => {
    const first = await stage([importRow(1, { remarks: 'keep me', genre: 'Fantasy' })]);
    await office.admin.put(`/api/v1/import/${first}`, { create_missing: true });
    await apply(first);
    const second = await stage([importRow(1, { title: 'Another Lantern', genre: '' }), importRow(2)]);
    expect(await state(second)).toMatchObject({ counts: { new: 1, rejected: 1 } });
    const ticked = await office.admin.put(`/api/v1/import/${second}`, { update: true, create_missing: true });
    expect(ticked.json.results.counts).toMatchObject({ new: 1, changed: 1, rejected: 0 });
    const [row] = await rowsOf(second, 'changed');
    expect(row).toMatchObject({ changed: ['title'], current: { title: 'The 1th Lantern' } });
    await apply(second);
    const book = await office.db
      .selectFrom('book')
      .select(['title', 'genre', 'remarks', 'version'])
      .where('bid', '=', 'B0001')
      .executeTakeFirst();
    expect(book).toEqual({ title: 'Another Lantern', genre: 'Fantasy', remarks: 'keep me', version: 2 });
  });

  test('with updating switched on an existing book needs only its bid, a new one every required field', async () => {
    const first = await stage([importRow(1), importRow(2)]);
    await office.admin.put(`/api/v1/import/${first}`, { create_missing: true });
    await apply(first);
    const second = await stage([{ bid: 'B0001', genre: 'Fantasy' }, { bid: 'B0002' }, { bid: 'B0003', title: 'New' }]);
    expect(await state(second)).toMatchObject({ counts: { new: 0, rejected: 3 } });
    const ticked = await office.admin.put(`/api/v1/import/${second}`, { update: true });
    expect(ticked.json.results.counts).toMatchObject({ new: 0, changed: 1, unchanged: 1, rejected: 1 });
    const [row] = await rowsOf(second, 'rejected');
    const message = 'below fields are required.';
    expect(row.errors).toMatchObject(
      ['series', 'level', 'isbn_print', 'isbn_spindle'].map((field) => ({ field, message })),
    );
    await office.admin.put(`/api/v1/import/${second}/drop`, { rows: 'rejected', dropped: true });
    expect(await apply(second)).toMatchObject({ status: 'applied' });
    const books = await office.db.selectFrom('book').select(['bid', 'genre', 'title']).orderBy('bid').execute();
    expect(books).toEqual([
      { bid: 'B0001', genre: 'Fantasy', title: 'The 1th Lantern' },
      { bid: 'B0002', genre: null, title: 'The 2th Lantern' },
    ]);
  });

  test('a row that gives only the level of a book, or only its series, keeps the other', async () => {
    const first = await stage([importRow(1), importRow(2)]);
    await office.admin.put(`/api/v1/import/${first}`, { create_missing: true });
    await apply(first);
    const second = await stage([
      { bid: 'B0001', level: 'Level 3' },
      { bid: 'B0002', series: 'Other lamps' },
    ]);
    const ticked = await office.admin.put(`/api/v1/import/${second}`, { update: true, create_missing: true });
    expect(ticked.json.results).toMatchObject({
      counts: { changed: 2, rejected: 0 },
      missing: [
        { kind: 'series', title: 'Other lamps' },
        { kind: 'level', title: 'Level 3', series: 'Other lamps' },
      ],
    });
    expect(await apply(second)).toMatchObject({ status: 'applied' });
    const levels = async () =>
      (
        await office.db
          .selectFrom('book as b')
          .innerJoin('level as l', 'l.lev_idx', 'b.lev_idx')
          .innerJoin('series as s', 's.ser_idx', 'l.ser_idx')
          .select(['b.bid', 's.title as series', 'l.title as level'])
          .orderBy('b.bid')
          .execute()
      ).map(({ bid, series, level }) => `${bid} ${series}, ${level}`);
    expect(await levels()).toEqual(['B0001 Lanterns, Level 3', 'B0002 Other lamps, Level 3']);
    await office.admin.post(`/api/v1/import/${second}/undo`);
    expect(await levels()).toEqual(['B0001 Lanterns, Level 2', 'B0002 Lanterns, Level 3']);
  });

  test('a cell cleared on purpose clears the field', async () => {
    const first = await stage([importRow(1, { genre: 'Fantasy' })]);
    await office.admin.put(`/api/v1/import/${first}`, { create_missing: true });
    await apply(first);
    const second = await stage([importRow(1)]);
    await office.admin.put(`/api/v1/import/${second}`, { update: true });
    await office.admin.put(`/api/v1/import/${second}/row/2`, { cells: { genre: null } });
    expect(await state(second)).toMatchObject({ counts: { changed: 1 } });
    await apply(second);
    expect(await office.db.selectFrom('book').select('genre').executeTakeFirst()).toEqual({ genre: null });
  });

  test('the same sheet again changes nothing', async () => {
    const first = await stage([importRow(1), importRow(2)]);
    await office.admin.put(`/api/v1/import/${first}`, { create_missing: true });
    await apply(first);
    const again = await stage([importRow(1), importRow(2)]);
    const ticked = await office.admin.put(`/api/v1/import/${again}`, { update: true });
    expect(ticked.json.results.counts).toMatchObject({ unchanged: 2, changed: 0, new: 0 });
  });

  test('nothing is written over changes made meanwhile to the library', async () => {
    const first = await stage([importRow(1)]);
    const second = await stage([importRow(1, { title: 'Late' }), importRow(2)]);
    await office.admin.put(`/api/v1/import/${second}`, { create_missing: true });
    await office.admin.put(`/api/v1/import/${first}`, { create_missing: true });
    await apply(first);
    expect(await apply(second)).toMatchObject({
      status: 'ready',
      counts: { rejected: 1 },
      problem: expect.stringContaining('1 row'),
    });
    expect(await count('book')).toBe(1);
  });

  test('cancelled while it is applied, it writes nothing and can be applied again', async () => {
    const id = await stage(Array.from({ length: 3000 }, (_, n) => importRow(n)));
    await office.admin.put(`/api/v1/import/${id}`, { create_missing: true });
    await office.admin.post(`/api/v1/import/${id}/apply`);
    expect(await office.admin.post(`/api/v1/import/${id}/cancel`)).toMatchObject({ status: 200 });
    const ended = await untilEnded(id);
    expect(ended).toMatchObject({ status: 'ready', problem: 'Cancelled. Nothing was saved.' });
    expect([await count('book'), await count('series')]).toEqual([0, 0]);
    expect((await office.admin.post(`/api/v1/import/${id}/cancel`)).status).toBe(409);
    expect(await apply(id)).toMatchObject({ status: 'applied', counts: { new: 3000 } });
  });

  test('its job delivered again changes nothing, and it can still be undone', async () => {
    const id = await stage([importRow(1)]);
    await office.admin.put(`/api/v1/import/${id}`, { create_missing: true });
    await apply(id);
    const again = { key: `import-${id}`, caller: systemCaller('test'), data: { import_idx: id } };
    await office.app.work.write(systemCaller('test'), (ctx) => office.app.jobs.send(ctx, 'import.apply', again));
    const open = sql<{
      n: number;
    }>`select count(*) as n from pgboss.job where name = 'import.apply' and state < 'completed'`;
    await expect.poll(async () => (await open.execute(office.db)).rows).toEqual([{ n: 0 }]);
    expect(await state(id)).toMatchObject({ status: 'applied', problem: null });
    expect((await office.admin.post(`/api/v1/import/${id}/undo`)).json.results).toMatchObject({ status: 'undone' });
    expect(await count('book')).toBe(0);
  });

  test('is possible again after its job failed for good; the import says why, and can be deleted', async () => {
    const id = await stage([importRow(1)]);
    await office.admin.put(`/api/v1/import/${id}`, { create_missing: true });
    const given = { key: `import-${id}`, caller: systemCaller('test'), data: { import_idx: id } };
    // The process was killed in every attempt: what is left is an import being applied, and the queue's given-up
    // message.
    await office.app.work.write(systemCaller('test'), async (ctx) => {
      await ctx.db.updateTable('import').set({ status: 'applying' }).where('import_idx', '=', id).execute();
      await office.app.jobs.send(ctx, 'import.apply.given-up', given);
    });
    const ended = await untilEnded(id);
    expect(ended).toMatchObject({ status: 'ready', problem: expect.stringContaining('Several attempts failed') });
    expect((await office.admin.delete(`/api/v1/import/${id}`)).status).toBe(200);
  });

  test('each book it wrote has the import in its history, with its values before and after', async () => {
    const first = await stage([importRow(1, { genre: 'Fantasy' })]);
    await office.admin.put(`/api/v1/import/${first}`, { create_missing: true });
    await apply(first);
    const second = await stage([importRow(1, { genre: 'Myth' })]);
    await office.admin.put(`/api/v1/import/${second}`, { update: true });
    await apply(second);
    const history = await office.admin.get('/api/v1/audit/of/book/B0001');
    expect(history.status).toBe(200);
    const [changed, added] = history.json.results.lines;
    expect(changed.changes).toEqual([{ field: 'Genre', before: 'Fantasy', after: 'Myth' }]);
    expect(added.changes).toContainEqual({ field: 'Title', before: null, after: 'The 1th Lantern' });
  });

  test('the titles it created have it in their history, and as their last change', async () => {
    const id = await stage([importRow(1, { category: 'Tales', age_group: 'Ages 3 to 5' })]);
    await office.admin.put(`/api/v1/import/${id}`, { create_missing: true });
    await apply(id);
    const [book] = (await office.admin.get('/api/v1/book?bid=B0001')).json.results;
    for (const [kind, idx, title] of [
      ['series', book.ser_idx, book.series],
      ['level', book.lev_idx, book.level],
      ['category', book.cat_idx, 'Tales'],
      ['age_group', book.grp_idx, 'Ages 3 to 5'],
    ]) {
      const { lines } = (await office.admin.get(`/api/v1/audit/of/${kind}/${idx}`)).json.results;
      expect(lines).toMatchObject([{ actor: 'ada', action: 'created' }]);
      expect(lines[0].changes.map((change: { after: string }) => change.after)).toContain(title);
      const stale = await office.admin.put(`/api/v1/${kind}/${idx}`, { title: 'Mine', version: 9 });
      expect(stale).toMatchObject({ status: 409, json: { error: { details: { name: 'ada', record: { title } } } } });
    }
  });

  test('an import is applied once, however often it is requested', async () => {
    const id = await stage([importRow(1)]);
    await office.admin.put(`/api/v1/import/${id}`, { create_missing: true });
    const answers = await Promise.all([1, 2, 3].map(() => office.admin.post(`/api/v1/import/${id}/apply`)));
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    await untilEnded(id);
    expect((await office.admin.post(`/api/v1/import/${id}/apply`)).status).toBe(409);
    expect((await office.admin.put(`/api/v1/import/${id}`, { update: true })).status).toBe(409);
    expect((await office.admin.delete(`/api/v1/import/${id}`)).status).toBe(409);
  });
});

describe('Undoing', () => {
  test('removes new books and created titles, and restores changed fields', async () => {
    const first = await stage([importRow(1)]);
    await office.admin.put(`/api/v1/import/${first}`, { create_missing: true });
    await apply(first);
    const second = await stage([
      importRow(1, { title: 'Changed', series: 'Other', level: 'All', category: 'New' }),
      importRow(2),
    ]);
    await office.admin.put(`/api/v1/import/${second}`, { update: true, create_missing: true });
    await apply(second);
    expect(await office.admin.post(`/api/v1/import/${second}/undo`)).toMatchObject({
      status: 200,
      json: { results: { status: 'undone', kept: [] } },
    });
    const books = await office.admin.get('/api/v1/series');
    expect(books.json.results.map((series: { title: string }) => series.title)).toEqual(['Lanterns']);
    const [book] = await office.db
      .selectFrom('book')
      .innerJoin('level', 'level.lev_idx', 'book.lev_idx')
      .select(['book.title', 'level.title as level', 'cat_idx'])
      .execute();
    expect(book).toEqual({ title: 'The 1th Lantern', level: 'Level 2', cat_idx: null });
    expect(await count('book')).toBe(1);
  });

  test('keeps and names the books edited since', async () => {
    const id = await stage([importRow(1), importRow(2)]);
    await office.admin.put(`/api/v1/import/${id}`, { create_missing: true });
    await apply(id);
    expect((await office.admin.put('/api/v1/book/B0002', { title: 'Edited' })).status).toBe(200);
    const undone = await office.admin.post(`/api/v1/import/${id}/undo`);
    expect(undone.json.results.kept).toEqual([{ bid: 'B0002', reason: 'edited', by: 'ada', at: expect.any(Number) }]);
    expect(await office.db.selectFrom('book').select('bid').execute()).toEqual([{ bid: 'B0002' }]);
    expect((await office.admin.post(`/api/v1/import/${id}/undo`)).status).toBe(409);
  });
});
