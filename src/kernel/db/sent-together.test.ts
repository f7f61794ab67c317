import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWork, type TestWork } from '#test/work.ts';
import { sentTogether } from './sent-together.ts';

let office: TestWork;
beforeAll(async () => {
  office = await startWork();
});
afterAll(() => office.close());

/** The text of the statement that a query is part of, with its other columns. */
const inStatement = (...values: unknown[]) =>
  sql<{ text: string; values: unknown[] }>`
    select query as text, ${JSON.stringify(values)}::jsonb as values from pg_stat_activity where pid = pg_backend_pid()`;

describe('Reads that are sent together', () => {
  test('are one statement if they begin at the same time, each with its own values and rows', async () => {
    const db = sentTogether(office.db);
    const [one, two, numbers] = await Promise.all([
      inStatement('a', 1).execute(db),
      inStatement('b', null).execute(db),
      sql<{ n: number }>`select n from generate_series(${3}::integer, ${1}::integer, -1) n order by n desc`.execute(db),
    ]);
    expect(one.rows[0]?.text).toBe(two.rows[0]?.text);
    expect([one.rows[0]?.values, two.rows[0]?.values]).toEqual([
      ['a', 1],
      ['b', null],
    ]);
    expect(numbers.rows).toEqual([{ n: 3 }, { n: 2 }, { n: 1 }]);
  });

  test('have no rows where they find none', async () => {
    const db = sentTogether(office.db);
    const none = db.selectFrom('book').select('title').where('bid', '=', 'nothing');
    expect(await Promise.all([none.execute(), none.executeTakeFirst()])).toEqual([[], undefined]);
  });

  test('that begin later are sent later, as they are', async () => {
    const db = sentTogether(office.db);
    await Promise.all([inStatement(1).execute(db), inStatement(2).execute(db)]);
    const later = await inStatement(3).execute(db);
    expect(later.rows[0]?.values).toEqual([3]);
  });

  test('fail alone, and the next succeed', async () => {
    const db = sentTogether(office.db);
    const failing = sql`select 1 / ${0}::integer`.execute(db);
    const [one, other] = await Promise.allSettled([inStatement(1).execute(db), failing]);
    expect([one, other]).toMatchObject([
      { status: 'fulfilled', value: { rows: [{ values: [1] }] } },
      { status: 'rejected', reason: { code: '22012' } },
    ]);
    expect((await inStatement(2).execute(db)).rows[0]?.values).toEqual([2]);
  });
});
