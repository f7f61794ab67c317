import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testDatabase } from '#test/test-database.ts';
import { openDatabase } from '../db/database.ts';
import { openPool } from '../db/pool.ts';
import { Catalogues } from '../messages/catalogues.ts';
import { UnitOfWork } from '../work/unit-of-work.ts';
import { type Change, ChangeFeed } from './change-feed.ts';
import { pruneChanges } from './change-prune.ts';

const database = await testDatabase();
const connection = { connectionString: database.url };
const pool = openPool(connection);
const db = openDatabase(pool);
const errors: unknown[] = [];
const onError = (error: unknown) => errors.push(error);
const clock = () => new Date();
const work = new UnitOfWork({ db, readDb: db, clock, timeZone: 'UTC', catalogues: new Catalogues({}), onError });
const feed = new ChangeFeed({ connection, db, onError });

const startAnew = async () => {
  const other = new ChangeFeed({ connection, db, onError });
  await other.listen();
  await other.close();
};
beforeAll(startAnew);
beforeEach(async () => void (await pool.query('truncate change')));
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const change = (id: string) => pool.query("insert into change (kind, id, at) values ('book', $1, now())", [id]);
const ids = (changes: Change[]) => changes.map(({ id }) => id);

const come = async (cursor: string | null = null) => expect(ids(await feed.after(cursor)));

describe('A place in the changes', () => {
  const cursorOf = async (id: string) => {
    await change(id);
    (await come()).toContain(id);
    return (await feed.after(null)).at(-1)?.cursor ?? '';
  };
  const gone = { status: 410, code: 'changes.cursor_too_old' };
  test('is still valid when the product restarts on the same database', async () => {
    const cursor = await cursorOf('before');
    await startAnew();
    await change('after');
    (await come(cursor)).toEqual(['after']);
  });

  test.each([
    ['another server or database', "update change_epoch set home = 'another'"],
    [
      'a table that a dump brought',
      `alter table change rename to dumped; create table change (like dumped including all);
       create trigger change__order before insert on change for each statement execute function hold_change_order()`,
    ],
  ])('is refused after the product has started on %s, and the changes start over', async (_what, happens) => {
    const cursor = await cursorOf('before');
    await pool.query(happens);
    await startAnew();
    await expect(feed.after(cursor)).rejects.toMatchObject(gone);
    expect(await feed.after(null)).toEqual([]);
    const next = await cursorOf('after');
    await expect(feed.after(cursor)).rejects.toMatchObject(gone);
    expect(await feed.after(next)).toEqual([]);
    expect(errors).toEqual([]);
  });

  /** Leaves the database like a replica that has just been promoted. */
  const promote = () =>
    pool.query("update change_epoch set home = regexp_replace(home, ':[0-9A-F]{8}:', ':00000000:')");

  test.each([
    ['the product has noticed', startAnew],
    ['nobody has noticed yet', async () => undefined],
  ])(
    'is still valid after a failover that %s, unless the new server lacks changes that were read',
    async (_, notice) => {
      const cursor = await cursorOf('before');
      const [epoch, idx] = cursor.split('-');
      await promote();
      await notice();
      const next = await cursorOf('after');
      await change('later');
      (await come(cursor)).toEqual(['after', 'later']);
      (await come(next)).toEqual(['later']);
      // Later numbers are reused: under the same number, a client may have read a different change.
      await expect(feed.after(`${epoch}-${Number(idx) + 1}`)).rejects.toMatchObject(gone);
      expect(next.split('-')[0]).not.toBe(epoch);
    },
  );

  test('survives two failovers, but no other change of the server', async () => {
    const cursor = await cursorOf('before');
    await promote();
    const next = await cursorOf('between');
    await promote();
    await change('after');
    (await come(cursor)).toEqual(['between', 'after']);
    (await come(next)).toEqual(['after']);
    await pool.query("update change_epoch set home = 'another'");
    await startAnew();
    await expect(feed.after(cursor)).rejects.toMatchObject(gone);
  });

  test('that is ahead of the last change is refused, as after an old copy of the files was restored', async () => {
    const [epoch] = (await cursorOf('now')).split('-');
    await expect(feed.after(`${epoch}-123456789012345`)).rejects.toMatchObject(gone);
  });

  test('is refused once the changes after it were pruned, and later ones stay valid', async () => {
    await pool.query(
      "insert into change (kind, id, at) select 'book', n, now() - interval '31 days' from generate_series(1, 10) n",
    );
    await pool.query("insert into change (kind, id, at) select 'book', n, now() from generate_series(11, 20) n");
    (await come()).toHaveLength(20);
    const all = await feed.after(null);
    const at = (n: number) => feed.after(all[n - 1]?.cursor ?? '').then(ids);
    expect(await pruneChanges(work)).toBe(10);
    await expect(at(9)).rejects.toMatchObject(gone);
    expect(await at(10)).toEqual(all.slice(10).map(({ id }) => id));
    expect(await pruneChanges(work, undefined, { days: 30, rows: 4 })).toBe(6);
    await expect(at(15)).rejects.toMatchObject(gone);
    expect(await at(16)).toEqual(['17', '18', '19', '20']);
    expect(ids(await feed.after(null))).toEqual(['17', '18', '19', '20']);
  });

  test('before many thousand old changes is pruned in several transactions', async () => {
    await pool.query(
      "insert into change (kind, id, at) select 'book', n, now() - interval '31 days' from generate_series(1, 25000) n",
    );
    await pool.query('analyze change');
    await change('young');
    (await come()).toHaveLength(500);
    expect(await pruneChanges(work)).toBe(25_000);
    expect(ids(await feed.after(null))).toEqual(['young']);
  });
});
