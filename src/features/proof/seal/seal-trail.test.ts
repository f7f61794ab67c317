import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { addEntryLater, type SealingOffice, startSealing } from '../proof.fixture.ts';
import { firstLink } from './chain.rules.ts';
import { beginChain } from './chain.store.ts';
import { sealRows } from './seal-trail.service.ts';
import { makeTrailKey } from './trail-key.ts';

const caller = systemCaller('test');
let office: SealingOffice;
// The test seals by itself, a few entries at a time.
beforeAll(async () => {
  office = await startSealing({ jobs: false });
});
afterAll(() => office.close());

const readProgress = async () => {
  const { rows } = await sql<{ rows: number; low: number; low_rows: number }>`
    select rows::float8 as rows, low::float8 as low, low_rows::float8 as low_rows from trail_chain`.execute(office.db);
  return rows[0] ?? { rows: 0, low: 0, low_rows: 0 };
};
/** Seals a few entries. */
const turn = () => office.app.work.write(caller, (ctx) => sealRows(ctx, { dataDir: office.dataDir }, 5));
/** As `turn`, once all have ended that were open at the mark: those of other tests on the same server, too. */
const turnOnceEnded = async () => {
  await expect
    .poll(async () => {
      const { rows } = await sql<{ ended: boolean }>`
        select coalesce(pg_snapshot_xmin(pg_current_snapshot()) >= mark_xact, true) as ended from trail_chain`.execute(
        office.db,
      );
      return rows[0]?.ended;
    })
    .toBe(true);
  return turn();
};
const addCategories = async (count: number) => {
  for (let n = 0; n < count; n++) await office.admin.post('/api/v1/category', { title: crypto.randomUUID() });
};

test('a chain that is far behind looks at nothing twice, and passes no entry that is still to come', async () => {
  await addCategories(12);
  const endLate = await addEntryLater(office, 'late');
  await addCategories(20);
  const key = await makeTrailKey(office);
  await office.app.work.write(caller, (ctx) => beginChain(ctx, key, firstLink));

  for (let round = 0; round < 4; round++) expect(await turn()).toBe(true);
  // The entry with a lower number is still open: each turn looks for it again.
  expect(await readProgress()).toEqual({ rows: 20, low: 0, low_rows: 0 });
  await endLate();
  const passed: number[] = [];
  while (await turnOnceEnded()) passed.push((await readProgress()).low);
  expect(passed).toEqual([25, 30]);

  const order = await office.order();
  expect(order).toHaveLength(33);
  expect(order[20]).toBe(13);
  expect(await office.differing()).toEqual([]);
});

test('a chain that begins over a long trail goes on where its last turn ended', async () => {
  for (let round = 0; round < 3; round++) await turnOnceEnded();
  await addCategories(40);
  await turnOnceEnded();
  await turnOnceEnded();
  const before = await readProgress();
  for (let round = 1; round <= 3; round++) {
    expect(await turnOnceEnded()).toBe(true);
    const { rows, low, low_rows } = await readProgress();
    expect(rows).toBe(before.rows + 5 * round);
    expect([low, low_rows]).toEqual([before.low + 5 * round, before.low_rows + 5 * round]);
  }
  while (await turnOnceEnded());
  expect(await office.differing()).toEqual([]);
});

test('an entry whose transaction has begun last of all, and ends after the others, is sealed', async () => {
  while (await turnOnceEnded());
  const endLate = await addEntryLater(office, 'last of all');
  for (let round = 0; round < 4; round++) await turn();
  await addCategories(1);
  for (let round = 0; round < 4; round++) await turn();
  await endLate();
  for (let round = 0; round < 3; round++) await turnOnceEnded();
  expect(await office.differing()).toEqual([]);
});

test('an entry that is the first write of its transaction is sealed, however long after it has taken its number it is there', async () => {
  while (await turnOnceEnded());
  // Before each row, and after the row has its number.
  await office.alter(`
    create function delay_entry() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(4711);
      return new;
    end $$;
    create trigger delay before insert on audit for each row when (new.entity_id = 'delayed') execute function delay_entry()`);
  const locked = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const locking = office.db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(4711)`.execute(trx);
    locked.resolve();
    await end.promise;
  });
  await locked.promise;
  const written = addEntryLater(office, 'delayed');
  await expect
    .poll(async () => {
      const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(office.db);
      return rows.length;
    })
    .toBe(1);
  await addCategories(1);
  for (let round = 0; round < 4; round++) await turn();
  const passed = await readProgress();
  end.resolve();
  await locking;
  await (await written)();
  await office.alter(`drop function delay_entry cascade`);
  for (let round = 0; round < 3; round++) await turnOnceEnded();
  expect(await office.differing()).toEqual([]);
  const order = await office.order();
  expect(order.at(-1)).toBeLessThan(order.at(-2) ?? 0);
  expect(passed.low).toBeLessThan(order.at(-1) ?? 0);
});

test('what a link is made of is put together as in the first release that sealed', async () => {
  const texts = [
    `'`,
    '"',
    '\\',
    '\n\t\b\u0001\u001f\u007f',
    '\u2028 한국어 日本語 ğ 𝄞',
    '',
    '/',
    '<&>',
    '[1, 2]',
    'null',
    '{"a":1}',
  ];
  const values = sql.join(
    texts.map((text, index) => {
      const json = JSON.stringify({ [text || 'none']: [text, null, 1.5e300, 0.1, -0, true, { b: 1, a: 2 }] });
      return sql`(now(), ${text}::text, ${text}::text, ${text}::text, ${text}::text, ${json}::jsonb, 'null'::jsonb,
        ${text}::text, ${text}::text, 9007199254740993, ${-1 - index}::bigint, ${text}::text, ${text}::text, 0, 1, ${text}::text, ${text}::text, ${text}::text)`;
    }),
  );
  await sql`
    insert into audit (at, actor, entity, entity_id, action, before, after, reason, request_id, act_idx, undoes, of_entity, of_id,
      part_of, undoes_some, approved_by, assistant, key_name) values ${values}`.execute(office.db);
  const { rows } = await sql<{ audit_idx: number; same: boolean }>`
    select a.audit_idx, trail_leaf(a) = sha256(convert_to(jsonb_build_array(
      a.audit_idx, (extract(epoch from a.at) * 1000000)::bigint, a.actor, a.entity, a.entity_id, a.action, a.before, a.after,
      a.reason, a.request_id, a.act_idx, a.undoes, a.of_entity, a.of_id, a.part_of, a.undoes_some, a.approved_by, a.assistant,
      a.key_name
    )::text, 'UTF8')) as same from audit a`.execute(office.db);
  expect(rows.length).toBeGreaterThan(texts.length);
  expect(rows.filter(({ same }) => !same)).toEqual([]);
});
