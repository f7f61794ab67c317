import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person } from '#test/app.ts';
import { anchorIn } from './proof.public.ts';
import { addEntryLater, type SealingOffice, startSealing } from './proof.fixture.ts';

let office: SealingOffice;
let admin: Person;
beforeAll(async () => {
  office = await startSealing();
  ({ admin } = office);
});
afterAll(() => office.close());

const addCategory = async (title: string) => {
  expect((await admin.post('/api/v1/category', { title })).status).toBe(200);
};
const lastEntry = async () => {
  const { rows } = await sql<{ last: number }>`select max(audit_idx) as last from audit`.execute(office.db);
  return rows[0]?.last ?? 0;
};

test('the trail is sealed in the order in which it was committed, and nothing is found in it', async () => {
  const endFirst = await addEntryLater(office, 'first');
  const first = await lastEntry();
  await addCategory('Poems');
  await expect.poll(async () => (await office.order()).length).toBe(1);
  await endFirst();
  await office.sealed();
  await addCategory('Plays');
  await office.sealed();

  const order = await office.order();
  expect(order).toHaveLength(3);
  const committedFirst = order[0] ?? 0;
  expect(order[1]).toBeLessThan(committedFirst);
  expect(first).toBeLessThan(committedFirst);
  expect(await office.differing()).toEqual([]);
});

test('two instances seal each entry once', async () => {
  const other = await office.beside();
  await Promise.all(Array.from({ length: 40 }, (_, round) => addCategory(`Kind ${round}`)));
  await office.sealed();
  await other.close();
  const order = await office.order();
  expect(new Set(order).size).toBe(order.length);
  expect(await office.differing()).toEqual([]);
});

test('an entry that is altered, added or removed past the product is named, and no other', async () => {
  await office.sealed();
  const [one = 0, two = 0] = await office.order();
  await office.alter(`update audit set actor = 'eve' where audit_idx = ${one}`);
  await office.alter(`create table removed as select * from audit where audit_idx = ${two}`);
  await office.alter(`delete from audit where audit_idx = ${two}`);
  const added = await lastEntry();
  // Where a number was left free, as by a transaction that was rolled back.
  await sql`select nextval('audit_audit_idx_seq')`.execute(office.db);
  await addCategory('Riddles');
  await office.sealed();
  await expect
    .poll(async () => {
      const { rows } = await sql<{ low: number }>`select low from trail_chain`.execute(office.db);
      return rows[0]?.low;
    })
    .toBeGreaterThan(added);
  await office.alter(`
    insert into audit (audit_idx, at, entity, entity_id, action) overriding system value
    values (${added + 1}, now(), 'category', '1', 'category.deleted'), (-1, now(), 'category', '1', 'category.deleted'),
      (9000000000000000001, now(), 'category', '1', 'category.deleted')`);
  // The chain goes on meanwhile, and takes none of them in.
  const { length } = await office.order();
  await addCategory('Limericks');
  await expect.poll(async () => (await office.order()).length).toBe(length + 1);

  expect(await office.differing()).toEqual([
    expect.stringMatching(new RegExp(`^line ${one}: altered: category.created, category \\d+, eve, `)),
    `line ${two}: removed`,
    expect.stringMatching(/^line -1: added: category.deleted, category 1, the office, /),
    expect.stringMatching(/^line 9000000000000000001: added: category.deleted, category 1, the office, /),
    expect.stringMatching(new RegExp(`^line ${added + 1}: added: category.deleted, category 1, the office, `)),
  ]);

  await office.alter(`update audit set actor = 'ada' where audit_idx = ${one}`);
  await office.alter(`insert into audit overriding system value select * from removed; drop table removed`);
  await office.alter(`delete from audit where audit_idx in (${added + 1}, -1, 9000000000000000001)`);
  expect(await office.differing()).toEqual([]);
});

test('each column of an entry is sealed', async () => {
  await office.sealed();
  const { rows } = await sql<{ name: string; type: string }>`
    select attname::text as name, format_type(atttypid, null) as type from pg_attribute
    where attrelid = 'audit'::regclass and attnum > 0 and not attisdropped order by attnum`.execute(office.db);
  const others: Record<string, string> = {
    bigint: '4711',
    text: "'other'",
    jsonb: `'{"other": 1}'`,
    'timestamp with time zone': "at + interval '1 millisecond'",
  };
  const [entry = 0] = (await office.order()).slice(-1);
  for (const { name, type } of rows.filter((column) => column.name !== 'audit_idx')) {
    await office.alter(`create table former as select ${name} as value from audit where audit_idx = ${entry}`);
    await office.alter(`update audit set ${name} = ${others[type]} where audit_idx = ${entry}`);
    expect(await office.differing(), name).toHaveLength(1);
    await office.alter(
      `update audit set ${name} = (select value from former) where audit_idx = ${entry}; drop table former`,
    );
  }
  expect(await office.differing()).toEqual([]);
});

test('an anchor of an earlier day shows that the end of the trail was cut off, or written anew', async () => {
  await office.sealed();
  const early = await office.anchor();
  await addCategory('Fables');
  await office.sealed();
  const late = await office.anchor();
  expect(anchorIn(JSON.stringify({ results: late }))).toEqual({ rows: late.rows, link: late.link });
  expect(await office.differing(early)).toEqual([]);
  expect(await office.differing(late)).toEqual([]);

  // By whoever holds the database alone, and leaves no trace in it.
  await office.alter(`
    create table cut as select * from trail_seal where rows = ${late.rows};
    delete from trail_seal where rows = ${late.rows};
    update trail_chain set rows = ${early.rows}, link = decode('${early.link}', 'hex')`);
  await office.alter(
    `create table cut_entry as select * from audit where audit_idx = any (select unnest(idxs) from cut)`,
  );
  await office.alter(`delete from audit where audit_idx in (select audit_idx from cut_entry)`);
  expect(await office.differing()).toEqual([]);
  expect(await office.differing(early)).toEqual([]);
  expect(await office.differing(late)).toEqual([`the anchor: ${early.rows} links`]);

  await addCategory('Sagas');
  await office.sealed();
  expect((await office.anchor()).rows).toBe(late.rows);
  expect(await office.differing(late)).toEqual([`the anchor: another link ${late.rows}`]);
  await office.alter(`drop table cut, cut_entry`);
});
