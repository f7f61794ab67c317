import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { unitRow } from '#features/unit/unit-info.factory.ts';
import { Client } from '#test/client.ts';
import { type PostgresPair, startPostgresPair } from '#test/postgres-pair.ts';
import { type SpawnedOffice, spawnOffice } from './spawned-office.ts';
import { admin } from '#test/product.ts';

describe('A replica that stops following', () => {
  let pair: PostgresPair | undefined;
  let office: SpawnedOffice;
  let client: Client;
  beforeAll(async () => {
    pair = await startPostgresPair();
    if (!pair) return;
    // Otherwise no write would be acknowledged while the replica stands still.
    await pair.queryPrimary('alter database office set synchronous_commit = local');
    office = await spawnOffice({
      DATABASE_URL: pair.url,
      DATABASE_READ_URL: pair.readUrl,
      ADMIN_ID: admin.id,
      ADMIN_PASSWORD: admin.password,
    });
    client = await logIn();
    await client.results('POST', '/api/v1/book', {
      books: [{ ...bookRow(1), title: 'Written' }],
      create_missing: true,
    });
  });
  beforeEach(({ skip }) => {
    if (!pair) skip('there is no PostgreSQL of Debian here');
  });
  afterEach(async () => {
    if (pair) await resume();
  });
  afterAll(async () => {
    await office?.stop();
    await pair?.stop();
  });

  const logIn = () => Client.logIn(office.url, admin);
  const primary = async (text: string) => (await pair?.queryPrimary(text)) ?? [];
  const replica = async (text: string) => (await pair?.queryReplica(text)) ?? [];
  const page = async (path: string, as = client) => (await as.request('GET', path)).text;
  // Recovery that goes on may cancel the very query that lets it go on.
  const resume = () => expect.poll(() => replica('select pg_wal_replay_resume()')).toHaveLength(1);
  const pause = async () => {
    await replica('select pg_wal_replay_pause()');
    await expect.poll(() => replica('select pg_get_wal_replay_pause_state() as it')).toEqual([{ it: 'paused' }]);
  };
  /** The ten seconds are over in which a session reads the primary in any case. */
  const untilPast = () => {
    const isPast = `
      select bool_and(greatest(wrote_at, created_at) < clock_timestamp() - interval '13 s') as it from session`;
    return expect.poll(() => primary(isPast)).toEqual([{ it: true }]);
  };
  /** The replica has what was written until then, and is read. */
  const untilFollowed = () => {
    const at = 'select extract(epoch from max(greatest(wrote_at, created_at)))::float8 as it from session';
    const until = 'select extract(epoch from pg_last_xact_replay_timestamp())::float8 as it';
    return expect
      .poll(async () => {
        await primary('update session set seen_at = clock_timestamp()');
        const [[noted], [followed]] = await Promise.all([primary(at), replica(until)]);
        return Number(followed?.['it']) - Number(noted?.['it']);
      })
      .toBeGreaterThan(3);
  };

  test('never takes away what a person has written, is read again once it follows, and the doctor says how late it is', async () => {
    const shows = async (title: string) => (await page('/book')).includes(title);
    await pause();
    await client.results('PUT', '/api/v1/book/B1', { title: 'Renamed' });
    expect(await shows('Renamed')).toBe(true);
    await untilPast();
    expect(await shows('Renamed')).toBe(true);

    await resume();
    const replayed = "select count(*)::int as it from book where title = 'Renamed'";
    await expect.poll(() => replica(replayed)).toEqual([{ it: 1 }]);
    // Changed by somebody else, so that the replica's list can be told from the primary's.
    const entitled = (title: string) => `update book set title = '${title}'`;
    await primary(entitled('Followed'));
    await expect.poll(() => shows('Followed')).toBe(true);
    await pause();
    await primary(entitled('Unseen'));
    // How far the replica is was asked less than a second ago: until it is asked again, the primary answers.
    await expect.poll(async () => [await shows('Followed'), await shows('Unseen')]).toEqual([true, false]);

    const lag = () => page('/api/v1/doctor?check=replica');
    // After thirty seconds.
    await expect.poll(lag, { timeout: 120_000, interval: 1000 }).toContain('"state":"warn"');
    expect(await lag()).toMatch(/seconds behind/);
    await resume();
    await expect.poll(lag).toContain('"state":"ok"');
  });

  test('hides neither units that were deleted nor that they came back', async () => {
    const { bidx } = (await client.results<{ bidx: number }[]>('GET', '/api/v1/book?bid=B1'))[0] ?? {};
    const sent = { bidx, bid: 'B1', unitInfo: [unitRow(1)] };
    expect((await client.request('POST', '/api/v5/book/unit', sent)).status).toBe(200);
    await pause();
    const deleted = JSON.parse((await client.request('DELETE', '/api/v5/book/unit/B1')).text);
    const rows = async (as = client) =>
      (await page('/api/v1/audit/export?entity=unit_info', as)).trim().split('\n').length - 1;
    expect(await rows()).toBe(2);
    expect(JSON.parse(await page('/api/v5/book/unit?bid=B1')).data.unitInfo).toEqual([]);
    await untilPast();
    expect([await rows(), await rows(await logIn())]).toEqual([2, 2]);
    await client.results('POST', `/api/v1/act/${deleted.data.act_idx}/undo`);
    await untilPast();
    expect([await rows(), await rows(await logIn())]).toEqual([3, 3]);
    expect(JSON.parse(await page('/api/v5/book/unit?bid=B1')).data.unitInfo).toEqual([unitRow(1)]);
  });

  test('hides no fix of more records than anybody waits for, from the moment that its job is done', async () => {
    const many = 5003;
    const { cust_idx } = await client.results('POST', '/api/v1/customer', { cust_id: 'CITY', name: 'City' });
    const { cidx } = await client.results('POST', '/api/v1/collection', { cid: 'SEA', title: 'The sea' });
    const terms = { cust_idx, cidx, title: 'Autumn', count: many, price: '1', currency: 'USD', length: 30 };
    const { cg_idx } = await client.results('POST', '/api/v1/code/batch', terms);
    const status = async () => (await client.results('GET', `/api/v1/code/batch/${cg_idx}`))['status'];
    await expect.poll(status).toBe('issued');
    // As an earlier version drew them.
    await primary(`update code set code = '6' || lpad(n::text, 11, '0')
      from (select code as old, row_number() over () as n from code) o where code = o.old`);
    const isFixed = async (as = client) =>
      (await page(`/code?cg_idx=${cg_idx}&code=600000000001`, as)).includes('"withdrawn":true');

    const lockBy = async (lock: string) => {
      const held = new pg.Client({ connectionString: pair?.urls[0] });
      held.on('error', () => undefined);
      await held.connect();
      await held.query(`begin; ${lock}`);
      return { letGo: () => held.end() };
    };
    const waitsFor = async (words: string): Promise<boolean> =>
      (
        await primary(`select from pg_stat_activity
          where datname = 'office' and wait_event_type = 'Lock' and query like '%${words}%'`)
      ).length > 0;
    const stateOf = async (work: number): Promise<string> =>
      (await client.results('GET', `/api/v1/work/${work}`))['status'];
    /** The job ends long after it was asked for, while the replica stands still and that somebody has written cannot be noted. */
    const end = async (ask: () => Promise<Record<string, any>>) => {
      const batch = await lockBy('select from code_batch for update');
      const { work_idx: work } = await ask();
      await expect.poll(() => waitsFor('code_batch')).toBe(true);
      await untilPast();
      await untilFollowed();
      await pause();
      const was = await isFixed();
      const notes = await lockBy('select from session for update');
      await batch.letGo();
      await expect.poll(() => waitsFor('wrote_at')).toBe(true);
      const [state, is] = [await stateOf(work), await isFixed()];
      expect({ state, isSeen: is !== was }).not.toEqual({ state: 'done', isSeen: false });
      await notes.letGo();
      await expect.poll(() => stateOf(work)).toBe('done');
      return client.results('GET', `/api/v1/work/${work}`);
    };

    const { act_idx: act } = await end(() => client.results('POST', '/api/v1/fault/code_numeric/fix', { all: true }));
    expect([await isFixed(), await isFixed(await logIn())]).toEqual([true, true]);
    await resume();
    await end(() => client.results('POST', `/api/v1/act/${act}/undo`));
    expect([await isFixed(), await isFixed(await logIn())]).toEqual([false, false]);
  });
});
