import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { importCsv, importRow } from '#features/import/import.factory.ts';
import { killableOffices } from '#test/killable.ts';
import type { Client } from '#test/client.ts';
import type { SpawnedOffice } from '#test/spawned-office.ts';
import { stoppedRows } from '#test/stopped-rows.ts';
import { connectAssistant, type TestAssistant } from './assistant.fixture.ts';

// More than are published while the caller waits.
const many = 5200;
const patience = { timeout: 240_000, interval: 200 };

const offices = killableOffices();
const { query } = offices;
const { stopAt, isStopped, letGo } = stoppedRows(offices);
type Stop = Parameters<typeof stopAt>[1] & { table: string };
let office: SpawnedOffice;
let key: { key: string; keyIdx: number };
let assistant: TestAssistant;
let staff: Client;

async function start(): Promise<void> {
  office = await offices.start();
  staff = await offices.signIn(office);
  key ??= await makeKey();
  assistant = await connectAssistant(office.url, key);
}
async function makeKey() {
  const made = await staff.results('POST', '/api/v1/api_key', {
    name: 'Catalogue helper',
    scope: 'assistant',
    may: ['read', 'propose'],
  });
  return { key: made['key'], keyIdx: made['key_idx'] };
}
beforeAll(start);
beforeEach(async () => {
  await query('delete from approval');
});
afterAll(() => assistant.close().catch(() => undefined));

/** Kills the process where it is stopped, and waits until the database has forgotten it. */
async function killWhileStopped(): Promise<void> {
  await expect.poll(isStopped, patience).toBe(true);
  await office.kill();
  await letGo();
  const theirs = `select from pg_stat_activity where application_name like 'library-office%' and datname = current_database()`;
  await expect.poll(async () => (await query(theirs)).length, patience).toBe(0);
}

const statusOf = async (proposal: number) =>
  (await query<{ status: string }>('select status from approval where appr_idx = $1', [proposal]))[0]?.status;
const apply = (proposal: number) => staff.request('POST', `/api/v1/proposal/${proposal}/apply`, { version: 1 });
const count = async (what: string) => (await query<{ n: number }>(`select count(*)::integer as n from ${what}`))[0]?.n;
const trailOf = (action: string) => query('select actor, assistant from audit where action = $1', [action]);
const once = [{ actor: 'ada', assistant: 'Catalogue helper' }];

describe('A process that is killed while the job of a proposal works', () => {
  test.each<Stop & { where: string; isDone?: true }>([
    {
      where: 'as it begins',
      table: 'pgboss.job',
      on: 'update',
      when: `new.state = 'active' and new.name = 'import.apply'`,
    },
    { where: 'between its statements', table: 'book', on: 'insert', at: 150 },
    { where: 'as the proposal is marked', table: 'approval', on: 'update', when: `new.status = 'applied'` },
    { where: 'before its last statement', table: 'audit', on: 'insert', when: `new.action = 'import.applied'` },
    {
      where: 'while it commits',
      table: 'approval',
      on: 'update',
      when: `new.status = 'applied'`,
      within: 'commit',
      isDone: true,
    },
  ])('leaves nothing half: a sheet is imported once, and whole ($where)', async ({ table, isDone, ...stop }) => {
    await query(`truncate book, import cascade`);
    await query('truncate act_record');
    await query(`delete from audit where entity in ('import', 'book')`);
    const rows = Array.from({ length: 300 }, (_, n) => importRow(n + 1));
    const form = new FormData();
    form.append('file', new Blob([importCsv(rows)]), 'books.csv');
    const { import_idx: id } = await staff.results('POST', '/api/v1/import', form);
    await staff.results('PUT', `/api/v1/import/${id}`, { create_missing: true });
    const { proposal, plan } = await assistant.propose('POST /api/v1/import/{import_idx}/apply', {
      params: { import_idx: id },
    });
    expect(plan.effects).toContainEqual({ kind: 'Book', action: 'created', count: 300 });

    await stopAt(table, stop);
    expect((await apply(proposal)).status).toBe(200);
    await killWhileStopped();
    const whole = { status: 'applied', books: 300, trail: once };
    const state = async () => ({
      status: await statusOf(proposal),
      books: await count('book'),
      trail: await trailOf('import.applied'),
    });
    expect(await state()).toEqual(isDone ? whole : { status: 'waiting', books: 0, trail: [] });

    await start();
    await expect.poll(() => statusOf(proposal), patience).toBe('applied');
    // It is delivered again where it was done already, too: once its time is over, there is no job left.
    await expect
      .poll(() => count(`pgboss.job where name = 'import.apply' and state in ('created', 'retry', 'active')`), patience)
      .toBe(0);
    expect(await state()).toEqual(whole);
    expect(await count(`act_record where entity = 'book'`)).toBe(300);
    expect((await staff.results('GET', `/api/v1/import/${id}`))['status']).toBe('applied');
    // Nor a second time by whoever presses again.
    expect((await apply(proposal)).status).toBe(409);
  });

  test('leaves nothing half: an act on more than 5,000 records is done once by its job, and its undo by the call', async () => {
    await query(`truncate book, import cascade`);
    await query('truncate act_record');
    await query(`delete from audit where entity in ('import', 'book', 'book_act')`);
    await staff.results('PUT', '/api/v1/book/import', { books: [importRow(1)], create_missing: true });
    await query(
      `insert into book (bid, format, title, ser_idx, lev_idx, isbn_print, isbn_spindle, created_at, updated_at)
       select 'M' || n, b.format, 'Book ' || n, b.ser_idx, b.lev_idx, 'p' || n, 's' || n, now(), now()
       from generate_series(2, $1::integer) n, book b where b.bid = 'B0001'`,
      [many],
    );
    const unpublished = () => count('book where published_at is null');
    const middle = { on: 'update', at: many / 2 } as const;

    const publish = { selection: { filter: {} } };
    const { proposal } = await assistant.propose('PUT /api/v1/book', { body: publish });
    await stopAt('book', middle);
    expect((await apply(proposal)).status).toBe(200);
    await killWhileStopped();
    expect([await statusOf(proposal), await unpublished()]).toEqual(['waiting', many]);
    await start();
    await expect.poll(() => statusOf(proposal), patience).toBe('applied');
    expect([await unpublished(), await trailOf('book_act.published')]).toEqual([0, once]);

    const [{ act_idx: act } = {}] = await query<{ act_idx?: string }>(
      `select act_idx from audit where action = 'book_act.published'`,
    );
    const undo = await assistant.propose('POST /api/v1/act/{act_idx}/undo', { params: { act_idx: Number(act) } });
    await stopAt('book', middle);
    // The call itself does it: it still waits, for whoever presses again.
    const pressed = apply(undo.proposal);
    await killWhileStopped();
    expect((await pressed).status).toBe(0);
    expect([await statusOf(undo.proposal), await unpublished()]).toEqual(['waiting', 0]);
    await start();
    expect((await apply(undo.proposal)).status).toBe(200);
    expect([await statusOf(undo.proposal), await unpublished()]).toEqual(['applied', many]);
    expect(await count(`audit where undoes = ${act}`)).toBe(1);
  });
});
