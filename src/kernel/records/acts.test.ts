import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWork, type TestWork } from '#test/work.ts';
import { migrate } from '../db/migrate.ts';
import { systemCaller } from '../work/unit-of-work.ts';
import { listHistory } from './history.ts';

const migrations = path.resolve('db/migrations');
const at = '2026-03-02T00:00:00Z';

let office: TestWork;
let earlier: string;
beforeAll(async () => {
  office = await startWork();
  earlier = await mkdtemp(path.join(os.tmpdir(), 'migrations-'));
  for (const name of await readdir(migrations))
    if (name < '0030') await copyFile(path.join(migrations, name), path.join(earlier, name));
  await sql`drop schema public cascade; create schema public`.execute(office.db);
  await migrate(office.db as unknown as Kysely<unknown>, earlier);
});
afterAll(async () => {
  await office.close();
  await rm(earlier, { recursive: true });
});

const history = async (entity: string, id: string) => {
  const entries = await office.work.read(systemCaller('test'), (ctx) => listHistory(ctx, { entity, id, limit: 10 }));
  return entries.map(({ action, before, after }) => [action, before, after]);
};

test('the histories show acts from before the upgrade that introduced the common record of acts', async () => {
  await sql`
    insert into series (ser_idx, title, position) overriding system value values (5, 'Lanterns', 1);
    insert into import (status, source, update_existing, row_count, kept, created_at)
      values ('undone', 'sheet', true, 2, '[{"bid": "B2", "reason": "edited"}]', '${sql.raw(at)}');
    insert into import_row (import_idx, row_no, cells) values (1, 1, '{B1,EPUB,"The Lantern",""}'), (1, 2, '{B2}');
    update import_row set cells = cells || array_fill(''::text, array[39 - cardinality(cells)]);
    insert into import_result (import_idx, row_no, bidx, bid, before, after, keys, revision) values
      (1, 1, 11, 'B1', null, null, null, 1),
      (1, 2, 12, 'B2', '{"title": "Old"}', '{"title": "New"}', '{5,6,null,null}', 3);
    insert into import_made (import_idx, kind, idx) values (1, 'series', 5);
    insert into book_act_row (act_idx, bid, before, after)
      select nextval('book_act_idx_seq'), 'B1', '{"published": false}', '{"published": true}';
    insert into sentence_act_row (act_idx, sent_idx, after) values (1, 7, '{"sentence": "A star."}');
    insert into audit (at, actor, entity, entity_id, action) values
      ('${sql.raw(at)}', 'ada', 'import', '1', 'import.applied'),
      ('${sql.raw(at)}', 'ada', 'book_act', '1', 'book_act.published'),
      ('${sql.raw(at)}', 'ada', 'import', '1', 'import.undone')`.execute(office.db);
  await migrate(office.db as unknown as Kysely<unknown>, migrations);
  const made = { bid: 'B1', format: 'EPUB', title: 'The Lantern' };
  expect(await history('book', 'B1')).toEqual([
    ['book.deleted', made, null],
    ['book.published', { published: false }, { published: true }],
    ['book.created', null, made],
  ]);
  expect(await history('book', 'B2')).toEqual([['book.updated', { title: 'Old' }, { title: 'New' }]]);
  expect(await history('series', '5')).toEqual([['series.created', null, { title: 'Lanterns' }]]);
  expect(await history('sentence', '7')).toEqual([['sentence.published', null, { sentence: 'A star.' }]]);
  const { rows } = await sql`
    select undo from act_record join import using (act_idx) where record_id = 'B2'`.execute(office.db);
  expect(rows).toEqual([{ undo: { bidx: 12, revision: 3, published: false, keys: [5, 6, null, null] } }]);
});
