import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { visitProvider } from '#kernel/auth/provider-visit.fixture.ts';
import { defineMessages } from '#kernel/messages/messages.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { SheetRow } from '#kernel/sheets/sheet-rows.ts';
import { systemActor } from '#kernel/work/actor.ts';
import type { Caller } from '#kernel/work/unit-of-work.ts';
import { type Office, startOffice } from '#test/app.ts';
import { requireSpreadsheetAccount } from './spreadsheet.public.ts';
import { readSpreadsheet } from './spreadsheet.read.ts';
import { answerJson, refusal, type SpreadsheetDouble, startSpreadsheetDouble } from './spreadsheet-double.fixture.ts';

const site = { host: '127.0.0.1:4000' };
const limits = { answerMs: 30_000, totalMs: 120_000, maxBytes: 100_000, stretch: 10 };
/** Limits for a service that never responds completely. */
const impatient = { ...limits, answerMs: 500 };
const none = defineMessages({ en: {}, es: {}, jp: {}, ko: {}, tr: {} });

let double: SpreadsheetDouble;
let office: Office;
let kernel: Kernel;
let caller: Caller;

beforeAll(async () => {
  double = await startSpreadsheetDouble();
  const probe = { name: 'probe', messages: none, register: (given: Kernel) => void (kernel = given) };
  office = await startOffice({ environment: double.environment, extra: probe });
  const [staff] = await office.db
    .selectFrom('staff')
    .innerJoin('session', 'session.staff_idx', 'staff.staff_idx')
    .select(['staff.staff_idx as staffIdx', 'staff_id as staffId', 'name', 'is_admin as isAdmin'])
    .select('session_id as sessionId')
    .where('staff_id', '=', 'ada')
    .execute();
  caller = { actor: staff ?? systemActor, locale: 'en', requestId: 'test' };
});
afterAll(async () => {
  await office.close();
  await double.stop();
});

async function connect(): Promise<void> {
  const { headers } = await office.admin.get('/spreadsheet/connect', site);
  await office.admin.get(await visitProvider(String(headers['location']), 'reader'), site);
}

beforeEach(async () => {
  await office.db.deleteFrom('spreadsheet_account').execute();
  await connect();
  await office.db.deleteFrom('audit').execute();
  double.requests.length = 0;
  double.granted.length = 0;
});

const books = (rows: unknown[][], rowCount = 1000) => ({
  title: 'ISBN Meta',
  rowCount,
  values: [['bid', 'title'], ...rows],
});

async function read(link: string, range = 'A2:AM', sheet = 'ISBN Meta', within = limits): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const batch of readSpreadsheet(kernel, caller, { link, sheet, range }, within)) rows.push(...batch);
  return rows;
}

const readImpatiently = (link: string) => read(link, undefined, undefined, impatient);

/** The error that an API caller would get. */
async function refusalOf(reading: Promise<unknown>) {
  const error = await reading.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Error && 'code' in error)) throw new Error(`no refusal: ${String(error)}`);
  const { status, code, values } = error as { status?: number; code: string; values?: Record<string, unknown> };
  const message = await kernel.work.read(caller, async (ctx) => ctx.text(code, values));
  return { status, code, message };
}

/** The access token expires for us; the provider would still accept it. */
const nearItsEnd = () => office.clock.advance(3600_000);

const row = (n: number) => [`B${n}`, `책 ${n}`];
const many = (count: number) => Array.from({ length: count }, (_, index) => row(index + 1));

describe('A sheet is read as if it were a file', () => {
  test('rows have the numbers of the sheet, and empty ones are skipped', async () => {
    const link = double.publish(books([row(1), [], ['B2', '', 'x'], ['', ''], row(3)]));
    expect(await read(link)).toEqual([
      { row: 2, cells: ['B1', '책 1'] },
      { row: 4, cells: ['B2', '', 'x'] },
      { row: 6, cells: ['B3', '책 3'] },
    ]);
  });

  test('numbers, booleans and empty cells become texts', async () => {
    const link = double.publish(books([[1, 2.5, true, null, 'x']]));
    expect(await read(link)).toEqual([{ row: 2, cells: ['1', '2.5', 'true', '', 'x'] }]);
  });

  test('it is read in blocks down to the end of the grid, each row once', async () => {
    const link = double.publish(books(many(34), 36));
    expect((await read(link)).map((one) => [one.row, one.cells[0]])).toEqual(
      many(34).map(([bid], at) => [at + 2, bid]),
    );
    expect(double.requests.map((request) => request.split('/values/')[1] ?? 'grid')).toEqual([
      'grid',
      "'ISBN Meta'!A2:AM11",
      "'ISBN Meta'!A12:AM21",
      "'ISBN Meta'!A22:AM31",
      "'ISBN Meta'!A32:AM36",
    ]);
  });

  test('a gap as long as a block does not end it', async () => {
    const gap = Array.from({ length: 15 }, () => []);
    const link = double.publish(books([row(1), ...gap, row(17)], 40));
    expect((await read(link)).map((one) => one.row)).toEqual([2, 18]);
  });

  test('without a grid size the service is asked until nothing more comes', async () => {
    const link = double.publish(books(many(12), 100));
    double.answerNext(answerJson(200, { sheets: [{ properties: { title: 'ISBN Meta' } }] }));
    expect(await read(link)).toHaveLength(12);
    expect(double.requests).toHaveLength(4);
  });

  test('the words and sentences have their own sheet and range', async () => {
    const sheet = { title: 'Words and Sentences', rowCount: 3, values: [['bid'], ['B1', 'cat', 'A cat.', 'Y']] };
    const link = double.publish(books(many(3)), sheet);
    expect(await read(link, 'A2:D', 'Words and Sentences')).toEqual([{ row: 2, cells: ['B1', 'cat', 'A cat.', 'Y'] }]);
  });

  test.each([[[]], [[[], ['', '']]]])('a sheet without rows: no data found', async (rows: unknown[][]) => {
    const refused = await refusalOf(read(double.publish(books(rows, 30))));
    expect(refused).toEqual({ status: 422, code: 'spreadsheet.no_data', message: 'No data found.' });
  });

  test('a heading alone in a grid of one row: no data found', async () => {
    expect(await refusalOf(read(double.publish(books([], 1))))).toMatchObject({ code: 'spreadsheet.no_data' });
  });
});

describe('An invalid link is refused before any request', () => {
  test.each(['', 'ISBN Meta', 'http://[', 'file:///spreadsheets/d/x', 'https://u:p@host/spreadsheets/d/x'])(
    '%s',
    async (link) => {
      const refused = await refusalOf(read(link));
      expect(refused).toEqual({ status: 422, code: 'spreadsheet.invalid_url', message: 'Invalid URL' });
      expect(double.requests).toEqual([]);
    },
  );

  test('a link to another host is read at the configured service, which alone gets the token', async () => {
    const link = double.publish(books(many(1))).replace(/\/\/[^/]+/, '//evil.example');
    expect(await read(link)).toHaveLength(1);
  });
});

describe('Errors of the service are explained in our own words', () => {
  test('404: no such spreadsheet', async () => {
    const refused = await refusalOf(read('https://docs.google.com/spreadsheets/d/nothing'));
    expect(refused).toMatchObject({ status: 422, message: 'Error: Requested entity was not found.' });
  });

  test('400: no such sheet', async () => {
    const refused = await refusalOf(read(double.publish({ title: 'Other', rowCount: 9, values: [] })));
    expect(refused).toMatchObject({ status: 422, message: "Error: Unable to parse range: 'ISBN Meta'!A2:AM11" });
  });

  test('403: not for this account', async () => {
    double.answerNext(answerJson(403, refusal(403, 'PERMISSION_DENIED', 'The caller does not have permission')));
    const refused = await refusalOf(read(double.publish(books(many(1)))));
    expect(refused).toMatchObject({ status: 422, message: 'Error: The caller does not have permission' });
  });

  test('401 after the token was refreshed: sign in again', async () => {
    const no = answerJson(401, refusal(401, 'UNAUTHENTICATED', 'Invalid credentials.'));
    double.answerNext(no, no);
    const refused = await refusalOf(read(double.publish(books(many(1)))));
    expect(refused).toMatchObject({ status: 409, code: 'spreadsheet.sign_in_again' });
    expect(refused.message).toBe('Error: Invalid credentials. Connect the spreadsheet account again.');
    expect(double.granted).toEqual(['refresh_token']);
  });

  test.each([429, 503])('%i: the request is repeated after a while, and succeeds', async (status) => {
    const busy = answerJson(status, refusal(status, 'BUSY', 'Quota exceeded.'), { 'retry-after': '0' });
    double.answerNext(busy, busy, busy);
    expect(await read(double.publish(books(many(1), 9)))).toHaveLength(1);
  });

  test('429 every time: an error, after four times', async () => {
    const past = 'Mon, 01 Jan 2024 00:00:00 GMT';
    double.answerNext(
      ...Array.from({ length: 4 }, () =>
        answerJson(429, refusal(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded.'), { 'retry-after': past }),
      ),
    );
    const refused = await refusalOf(read(double.publish(books(many(1)))));
    expect(refused).toMatchObject({ status: 503, message: 'Error: Quota exceeded.' });
    expect(double.requests).toHaveLength(4);
  });

  test('429 with a long wait: an error at once', async () => {
    double.answerNext(answerJson(429, {}, { 'retry-after': '3600' }));
    const refused = await refusalOf(read(double.publish(books(many(1)))));
    expect(refused).toMatchObject({ status: 503, message: 'Error: HTTP 429' });
  });
});

describe('A service that misbehaves costs little', () => {
  const unreachable = { status: 503, code: 'spreadsheet.unreachable' };

  test('one that does not answer times out', async () => {
    double.answerNext(() => undefined);
    expect(await refusalOf(readImpatiently(double.publish(books(many(1)))))).toMatchObject(unreachable);
  });

  test('one that never ends is cut off', async () => {
    let sent = 0;
    let gone = false;
    double.answerNext(answerJson(200, { sheets: [] }), (_request, response) => {
      response.once('close', () => {
        gone = true;
      });
      const more = () => {
        if (gone) return;
        sent += 65_536;
        response.write('x'.repeat(65_536), () => setImmediate(more));
      };
      more();
    });
    const refused = await refusalOf(read(double.publish(books(many(1)))));
    expect(refused).toMatchObject({ status: 422, code: 'spreadsheet.too_large' });
    expect(refused.message).toBe('A part of the spreadsheet is too large to read: it exceeds 1 MB.');
    await expect.poll(() => gone).toBe(true);
    expect(sent).toBeLessThan(16_000_000);
  });

  test('one that sends byte by byte times out as well', async () => {
    double.answerNext((_request, response) => {
      const drip = setInterval(() => response.write(' '), 50);
      response.once('close', () => clearInterval(drip));
    });
    expect(await refusalOf(readImpatiently(double.publish(books(many(1)))))).toMatchObject(unreachable);
  });

  test('one that redirects is not followed, and the token is not sent on', async () => {
    const elsewhere = await startSpreadsheetDouble();
    const location = `${elsewhere.environment['SHEETS_API_URL']}/v4/spreadsheets/x`;
    double.answerNext((_request, response) => response.writeHead(302, { location }).end());
    expect(await refusalOf(read(double.publish(books(many(1)))))).toMatchObject(unreachable);
    expect(elsewhere.requests).toEqual([]);
    await elsewhere.stop();
  });

  test.each(['', '<html>', '[]', '{"sheets":1}', '{"sheets":[{"properties":{}}]}'])(
    'one that answers something else: %s',
    async (text) => {
      double.answerNext((_request, response) => response.writeHead(200).end(text));
      expect(await refusalOf(read(double.publish(books(many(1)))))).toMatchObject(unreachable);
    },
  );

  test.each([
    [['a\u0000b'], 'sheet.illegal_character'],
    [['\ud800'], 'sheet.illegal_character'],
    [Array.from({ length: 40 }, () => 'x'), 'sheet.too_many_columns'],
    [['x'.repeat(32_768)], 'sheet.cell_too_long'],
  ])('cells that are too large are refused as in a file', async (cells, code) => {
    expect(await refusalOf(read(double.publish(books([cells]))))).toMatchObject({ code });
  });
});

describe('The access token', () => {
  const trail = () => office.db.selectFrom('audit').select(['action', 'before']).execute();

  test('is used while it lasts, and refreshed before it expires', async () => {
    const link = double.publish(books(many(25), 30));
    await read(link);
    expect(double.granted).toEqual([]);
    nearItsEnd();
    await read(link);
    expect(double.granted).toEqual(['refresh_token']);
    await read(link);
    expect(double.granted).toHaveLength(1);
  });

  test('is refreshed once, however many need it at the same time', async () => {
    const link = double.publish(books(many(1), 9));
    nearItsEnd();
    const all = await Promise.all(Array.from({ length: 8 }, () => read(link)));
    expect(all.map((rows) => rows.length)).toEqual(Array.from({ length: 8 }, () => 1));
    expect(double.granted).toEqual(['refresh_token']);
  });

  test('is refreshed without a database connection, and the others wait without one', async () => {
    const link = double.publish(books(many(1), 9));
    nearItsEnd();
    double.gate.shut();
    const all = Promise.all([read(link), read(link), read(link)]);
    await expect.poll(() => double.gate.waiting).toBe(1);
    // Waiting callers poll briefly again and again: only a blocked one stays in a transaction.
    const transactions = sql<{ count: number }>`select count(*)::integer from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`;
    await expect.poll(async () => (await transactions.execute(office.db)).rows).toEqual([{ count: 0 }]);
    double.gate.open();
    expect((await all).map((rows) => rows.length)).toEqual([1, 1, 1]);
    expect(double.granted).toEqual(['refresh_token']);
  });

  test('is refreshed by another process half a minute after the one refreshing it ended', async () => {
    const link = double.publish(books(many(1), 9));
    nearItsEnd();
    const refreshing_until = new Date(office.clock.now().getTime() + 30_000).toISOString();
    await office.db.updateTable('spreadsheet_account').set({ refreshing_until }).execute();
    const reading = read(link);
    await sleep(500);
    expect(double.granted).toEqual([]);
    office.clock.advance(30_000);
    expect(await reading).toHaveLength(1);
    expect(double.granted).toEqual(['refresh_token']);
  });

  test('is refreshed again by the next request after a failure', async () => {
    const link = double.publish(books(many(1), 9));
    nearItsEnd();
    double.gate.refuseNext = true;
    expect(await refusalOf(read(link))).toMatchObject({ status: 503, code: 'spreadsheet.issuer_failed' });
    expect(await read(link)).toHaveLength(1);
  });

  test('of an account that is disconnected meanwhile does not come back', async () => {
    nearItsEnd();
    double.gate.shut();
    const reading = refusalOf(read(double.publish(books(many(1), 9))));
    await expect.poll(() => double.gate.waiting).toBe(1);
    expect((await office.admin.delete('/api/v1/spreadsheet/account')).status).toBe(200);
    double.gate.open();
    expect(await reading).toMatchObject({ status: 409, code: 'spreadsheet.not_connected' });
    expect(await office.db.selectFrom('spreadsheet_account').selectAll().execute()).toEqual([]);
  });

  test('is refreshed when the service rejects it, also in the middle of a sheet', async () => {
    const link = double.publish(books(many(25), 30));
    const reading = readSpreadsheet(kernel, caller, { link, sheet: 'ISBN Meta', range: 'A2:AM' }, limits);
    expect((await reading.next()).value).toHaveLength(10);
    await double.forget('access');
    expect((await reading.next()).value).toHaveLength(10);
    expect((await reading.next()).value).toHaveLength(5);
    expect(double.granted).toEqual(['refresh_token']);
  });

  test('stays sealed when it is refreshed', async () => {
    nearItsEnd();
    await read(double.publish(books(many(1), 9)));
    const { tokens } = await office.db.selectFrom('spreadsheet_account').selectAll().executeTakeFirstOrThrow();
    expect(double.tokens.filter((token) => tokens.includes(token))).toEqual([]);
  });

  test('that can no longer be refreshed disconnects the account, and says so', async () => {
    const link = double.publish(books(many(1)));
    nearItsEnd();
    await double.forget('refresh');
    expect(await refusalOf(read(link))).toEqual({
      status: 409,
      code: 'spreadsheet.ended',
      message: 'Access to the spreadsheet account has ended. Connect it again.',
    });
    expect((await office.admin.get('/api/v1/spreadsheet/account')).json.results.connected).toBe(false);
    expect(await trail()).toEqual([
      { action: 'spreadsheet_account.ended', before: { email: 'reader@library.example' } },
    ]);
    expect(await refusalOf(read(link))).toMatchObject({ status: 409, code: 'spreadsheet.not_connected' });
  });

  test('is not lost when the issuer is down: the account stays', async () => {
    const lost = await startSpreadsheetDouble();
    let parts: Kernel | undefined;
    const probe = { name: 'probe', messages: none, register: (given: Kernel) => void (parts = given) };
    const other = await startOffice({ environment: lost.environment, extra: probe });
    const there = await other.admin.get('/spreadsheet/connect', site);
    await other.admin.get(await visitProvider(String(there.headers['location']), 'reader'), site);
    await lost.stop();
    other.clock.advance(3600_000);
    const link = 'https://docs.google.com/spreadsheets/d/x';
    if (!parts) throw new Error('The probe was not registered.');
    const reading = readSpreadsheet(parts, caller, { link, sheet: 'ISBN Meta', range: 'A2:AM' }).next();
    expect(await refusalOf(reading)).toMatchObject({ status: 503, code: 'spreadsheet.issuer_failed' });
    expect((await other.admin.get('/api/v1/spreadsheet/account')).json.results.connected).toBe(true);
    await other.close();
  });
});

describe('Work that needs the account', () => {
  const required = () => kernel.work.read(caller, (ctx) => requireSpreadsheetAccount(kernel, ctx));

  test('is done where one is connected, and refused where none is', async () => {
    await expect(required()).resolves.toBeUndefined();
    await office.admin.delete('/api/v1/spreadsheet/account');
    expect(await refusalOf(required())).toEqual({
      status: 409,
      code: 'spreadsheet.no_credentials',
      message: 'Failed on setting credentials for file uploading',
    });
  });

  test('is done without one where nothing is configured', async () => {
    const unconfigured = { config: { ...kernel.config, spreadsheets: undefined } };
    await office.admin.delete('/api/v1/spreadsheet/account');
    await kernel.work.read(caller, (ctx) => requireSpreadsheetAccount(unconfigured, ctx));
  });
});
