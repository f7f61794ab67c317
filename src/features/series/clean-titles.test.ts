import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';

const migration = path.resolve(import.meta.dirname, '../../../db/migrations/0240_clean_titles.sql');
let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

test('titles that an earlier release stored with odd blanks are what sheets name after the upgrade, except where another is', async () => {
  await sql`
    insert into series (title, position) values
      (${'Owl\u00a0Yard'}, 1), (${'\ufeffFern Path'}, 2), ('Fern Path', 3), (${'Se\u200ba\u3000 Bay '}, 4), ('Kept', 5),
      (${'Twin\u00a0One'}, 6), (${'Twin\u3000One'}, 7), (${'\u200b'}, 8)`.execute(office.db);
  const levels = sql`
    insert into level (ser_idx, title, position)
    select ser_idx, ${'Level\u00a01'}, 1 from series where position in (1, 5)`;
  await levels.execute(office.db);
  await sql.raw(await readFile(migration, 'utf8')).execute(office.db);
  const { rows } = await sql<{ title: string; version: number }>`
    select title, version from series order by position`.execute(office.db);
  expect(rows.map(({ title, version }) => [title, version])).toEqual([
    ['Owl Yard', 2],
    ['\ufeffFern Path', 1],
    ['Fern Path', 1],
    ['Sea Bay', 2],
    ['Kept', 1],
    ['Twin One', 2],
    ['Twin\u3000One', 1],
    ['\u200b', 1],
  ]);
  const named = await office.db.selectFrom('level').select('title').execute();
  expect(named).toEqual([{ title: 'Level 1' }, { title: 'Level 1' }]);
});
