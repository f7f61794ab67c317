import pg from 'pg';
import { sql as statement } from 'kysely';
import { expect, test, vi } from 'vitest';
import { codeDesk } from '#features/code/code.fixture.ts';
import { listCodes } from '#features/code/find/code-rows.read.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { type Office, startOffice } from './app.ts';
import { send } from './call-by-key.ts';
import { useEveryCall } from './every-call.ts';
import { addMany } from './many-rows.ts';
import { partitionCodes } from './partition-codes.ts';

const isLong = process.env['TEST_LONG'] === '1';

const inPartitions = async (url: string) => {
  await partitionCodes(url);
  return url;
};

/** The responses of all calls, and the figures stored with the codes. */
async function answersOf(office: Office) {
  // Once each: some are polled until a job is done.
  const answers = new Set<string>();
  const stateOfImport = async () => (await office.admin.get('/api/v1/import/1')).json.results.status;
  await useEveryCall(
    async (key, given = {}) => {
      const answer = await send(office, key, given);
      answers.add(`${key} → ${answer.status}`);
      return answer;
    },
    () => vi.waitFor(async () => expect(await stateOfImport()).toBe('applied'), { timeout: 60_000, interval: 20 }),
  );
  await office.admin.post('/api/v1/collection', { cid: 'TWICE', title: 'Twice' });
  const fair = { name: 'Fair', cid: 'TWICE', code: 'TWICETWICE22', from: 1_772_438_400, until: 1_772_528_400 };
  for (let turn = 0; turn < 2; turn += 1) {
    const { status, json } = await office.admin.post('/api/v1/event', { ...fair, name: `Fair ${turn}` });
    answers.add(`an event with a code, turn ${turn} → ${status} ${json.error?.code}`);
  }
  return answers;
}

async function sql(databaseUrl: string, text: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  return client.query(text).finally(() => client.end());
}

const sums = `
  select sum(issued)::int as issued, sum(activated)::int as activated, sum(canceled)::int as canceled,
         (select count(*)::int from code where cg_idx is not null) as codes,
         (select count(*)::int from code where activated_date > 0) as used
  from code_day`;

test.runIf(isLong)(
  'every call gives the same answers with codes partitioned by hash, and figures are kept',
  async () => {
    const whole = await startOffice({ jobs: true });
    const parted = await startOffice({ jobs: true, route: inPartitions });
    try {
      const answers = await answersOf(whole);
      expect(await answersOf(parted)).toEqual(answers);
      const { rows } = await sql(parted.databaseUrl, sums);
      expect(rows).toEqual((await sql(whole.databaseUrl, sums)).rows);
      expect(rows[0].codes).toBeGreaterThan(0);
    } finally {
      await Promise.all([whole.close(), parted.close()]);
    }
  },
);

test('a page of codes in partitions looks up its codes, and does not read those of others', async () => {
  const office = await startOffice({ route: inPartitions });
  try {
    const desk = codeDesk(() => office);
    const cust_idx = await desk.addCustomer('ACME');
    const cg_idx = await desk.addBatch({ cust_idx, cidx: await desk.addCollection('c1') });
    await addMany(
      office.db,
      'code',
      statement`
        insert into code (code, cg_idx, issued_at, length)
        select upper(substr(md5(n::text), 1, 12)), ${cg_idx}, 1, 30 from generate_series(1, 20000) n`,
    );
    const read = await office.app.work.read(systemCaller('test'), async (ctx) => {
      const { rows, total } = await listCodes(ctx, { cust_idx, status: 'issued' }, 1, 100);
      expect([rows.length, total]).toEqual([100, 10_001]);
      const { rows: counted } = await statement<{ read: number }>`
        select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as read from pg_stat_xact_user_tables
        where relname ~ '^code_[0-9]+$'`.execute(ctx.db);
      return counted[0]?.read;
    });
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(1000);
  } finally {
    await office.close();
  }
});
