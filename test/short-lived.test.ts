import { readFile } from 'node:fs/promises';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shortLivedMails } from '#features/mail/mail.store.ts';
import { kernelShortLived } from '#kernel/mount/prune.ts';
import { removeShortLived, type ShortLived } from '#kernel/work/short-lived.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { features } from '#src/features.ts';
import { type Office, startOffice } from '#test/app.ts';

const declared = [...kernelShortLived, ...features.flatMap((feature) => feature.shortLived ?? [])];

/** A row of a table with a time and a number, from which it can be told apart. */
type Insert = (at: RawBuilder<unknown>, n: number) => RawBuilder<unknown>;

interface Sample {
  insert: Insert;
  /** Such a row that stays, however old it is. */
  kept?: Insert;
  /** How exact its time is, in seconds; a second by default. */
  grain?: number;
  /** Where the number of a row is. */
  n: RawBuilder<number>;
}

const mail =
  (state: string): Insert =>
  (at, n) =>
    sql`insert into mail (kind, address, locale, subject, content, state, created_at)
    values ('test', 'a@example.org', 'en', ${String(n)}, '{}', ${state}, ${at})`;
const delivery =
  (state: string): Insert =>
  (at, n) =>
    sql`insert into webhook_delivery (wh_idx, msg_id, kind, payload, state, created_at)
    select wh_idx, ${String(n)}, 'book', '{}', ${state}, ${at} from webhook`;
const plan =
  (status: string, ended: (at: RawBuilder<unknown>) => RawBuilder<unknown>): Insert =>
  (at, n) =>
    sql`insert into approval (kind, status, entity, entity_id, title, plan, digest, planners, created_at, created_by,
      decided_at) values ('bulk', ${status}, 'release', ${String(n)}, 'A release', '{}', '', '{ada}', ${at}, 'ada', ${ended(at)})`;

const samples: Readonly<Record<string, Sample>> = {
  session: {
    insert: (at, n) => sql`insert into session (token_hash, session_id, staff_idx, created_at, seen_at, address, agent)
      select ${Buffer.from([n])}, ${String(n)}, staff_idx, ${at}, ${at}, '', '' from staff where staff_id = 'bert'`,
    n: sql`case when session_id ~ '^[0-9]+$' then session_id::integer end`,
  },
  login_failure: {
    insert: (at, n) => sql`insert into login_failure (key, at) values (${String(n)}, ${at})`,
    n: sql`key::integer`,
  },
  job_progress: {
    insert: (at, n) =>
      sql`insert into job_progress (job_key, done, total, updated_at) values (${String(n)}, 1, 2, ${at})`,
    n: sql`job_key::integer`,
  },
  idempotency: {
    insert: (at, n) =>
      sql`insert into idempotency (caller, key, request_hash, at) values ('staff:1', ${String(n)}, '', ${at})`,
    n: sql`key::integer`,
  },
  mail: { insert: mail('sent'), kept: mail('waiting'), n: sql`subject::integer` },
  webhook_delivery: { insert: delivery('failed'), kept: delivery('waiting'), n: sql`msg_id::integer` },
  refused_try: {
    insert: (at, n) => sql`insert into refused_try (learner_id, code_hash, reason, by_kind, by_name, day, at)
      values (${String(n)}, '', 'unknown', 'staff', 'ada', 0, extract(epoch from ${at})::bigint)`,
    n: sql`learner_id::integer`,
  },
  approval: {
    insert: plan('applied', (at) => at),
    kept: plan('applied', (at) => sql`${at} + interval '1 hour'`),
    n: sql`entity_id::integer`,
  },
  draft_request: {
    insert: (at, n) => sql`insert into draft_request (provider, month, requested_by, requested_at)
      values ('deepl', '2026-01', ${String(n)}, ${at})`,
    n: sql`requested_by::integer`,
  },
  key_use: {
    insert: (at, n) => sql`insert into key_use (key_idx, day, call, calls) values (${n}, ${at}::date, 'GET /', 1)`,
    grain: 2 * 86_400,
    n: sql`key_idx`,
  },
  assistant_use: {
    insert: (at, n) => sql`insert into assistant_use (key_idx, minute, calls) values (${n}, ${at}, 1)`,
    n: sql`key_idx`,
  },
};

let office: Office;
beforeAll(async () => {
  office = await startOffice({ jobs: true });
  await office.admin.post('/api/v1/webhook', { name: 'Receiver', url: 'http://127.0.0.1:9/' });
  await sql`update webhook set active = false`.execute(office.db);
});
afterAll(() => office.close());

const ago = (seconds: number) =>
  sql`${new Date(office.clock.now().getTime() - seconds * 1000).toISOString()}::timestamptz`;

function sampleOf({ table }: ShortLived): Sample {
  const sample = samples[table];
  if (!sample) throw new Error(`No rows of ${table} are known.`);
  return sample;
}

/** The numbers of the rows that are left; others, such as the sessions of this test, have none. */
async function left(one: ShortLived): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`
    select ${sampleOf(one).n} as n from ${sql.table(one.table)} where ${sampleOf(one).n} is not null order by n`.execute(
    office.db,
  );
  return rows.map(({ n }) => n);
}

test('Whatever is stored for a time goes when it is over, and nothing younger does', async () => {
  expect(declared.map(({ table }) => table).toSorted()).toEqual(Object.keys(samples).toSorted());
  for (const one of declared) {
    const { insert, kept, grain = 1 } = sampleOf(one);
    await insert(ago(one.lifetime + 1000 * grain), 1).execute(office.db);
    await insert(ago(one.lifetime + (grain > 1 ? grain : 0)), 2).execute(office.db);
    await insert(ago(one.lifetime - grain), 3).execute(office.db);
    await insert(ago(0), 4).execute(office.db);
    await kept?.(ago(one.lifetime + 1000), 5).execute(office.db);
  }
  await office.app.work.write(systemCaller('test'), (ctx) => office.app.jobs.send(ctx, 'prune', {}));
  for (const one of declared)
    await expect
      .poll(() => left(one), { message: one.table, timeout: 60_000 })
      .toEqual(sampleOf(one).kept ? [3, 4, 5] : [3, 4]);
});

test.each(declared)('Of $table, a bounded number goes in one transaction, the oldest first', async (one) => {
  await sql`delete from ${sql.table(one.table)} where ${sampleOf(one).n} is not null`.execute(office.db);
  const { insert, grain = 1 } = sampleOf(one);
  // The older, the higher its number.
  for (let n = 11; n <= 15; n++) await insert(ago(one.lifetime + n * Math.max(60, grain)), n).execute(office.db);
  const seen: number[][] = [];
  const stop = new AbortController();
  const write: typeof office.app.work.write = async (...args) => {
    const answer = await office.app.work.write(...args);
    seen.push(await left(one));
    if (seen.length === 2) stop.abort();
    return answer;
  };
  const bounded = { ...one, atOnce: 2 };
  await expect(removeShortLived({ write }, bounded, stop.signal)).rejects.toThrow('aborted');
  expect(seen).toEqual([[11, 12, 13], [11]]);
  expect(await removeShortLived(office.app.work, bounded)).toBe(1);
  expect(await left(one)).toEqual([]);
});

test('What finds the oldest rows is an index that begins with their time', async () => {
  for (const { table, at, index } of declared) {
    if (index === null) continue;
    const { rows } = await sql<{ first: string }>`
      select pg_get_indexdef(i.indexrelid, 1, true) as first from pg_index i
      where i.indrelid = ${table}::regclass and i.indexrelid = ${index}::regclass`.execute(office.db);
    expect(rows, table).toEqual([{ first: at }]);
  }
});

test('The page on growth names each of these tables', async () => {
  const page = await readFile('docs/operations/growth.md', 'utf8');
  expect(declared.map(({ table }) => table).filter((table) => !page.includes(`\`${table}\``))).toEqual([]);
});

test('A mail that somebody sends again at this moment stays', async () => {
  const one = shortLivedMails;
  await mail('failed')(ago(one.lifetime + 60), 21).execute(office.db);
  await mail('failed')(ago(one.lifetime + 60), 22).execute(office.db);
  await office.db.transaction().execute(async (trx) => {
    await sql`update mail set state = 'waiting' where subject = '21'`.execute(trx);
    expect(await removeShortLived(office.app.work, one)).toBe(1);
  });
  expect(await left(one)).toEqual([21]);
});
