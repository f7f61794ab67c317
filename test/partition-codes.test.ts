import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { type Office, startOffice } from './app.ts';
import { send } from './call-by-key.ts';
import { useEveryCall } from './every-call.ts';
import { partitionCodes } from './partition-codes.ts';

const isLong = process.env['TEST_LONG'] === '1';

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
    const parted = await startOffice({
      jobs: true,
      route: async (url) => {
        await partitionCodes(url);
        return url;
      },
    });
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
