import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { batchDesk } from '#features/batch/batch.fixture.ts';
import { codeDesk } from '#features/code/code.fixture.ts';
import { type Office, startOffice } from '#test/app.ts';
import { outlineOf, readStructure } from '#test/pdf-structure.ts';
import { faultsOfPdf } from '#test/pdf-ua.ts';
import { readPdf } from '#test/read-pdf.ts';

let office: Office;
let of: { cust_idx: number; cidx: number };
let krw = 0;
const desk = codeDesk(() => office);
const batches = batchDesk(() => office);

/** Moves the clocks of the office and of the database. */
async function moveTo(time: string): Promise<void> {
  office.clock.set(time);
  const seconds = Date.parse(time) / 1000;
  await sql`create or replace function code_now() returns bigint language sql volatile as ${sql.lit(`select ${seconds}::bigint`)}`.execute(
    office.db,
  );
  // Sessions end meanwhile.
  office = { ...office, admin: await office.signIn('ada', true), staff: await office.signIn('bert', false) };
}

const path = () => `/api/v1/customer/${of.cust_idx}/statement`;
const statement = async (month: string) => (await office.admin.get(`${path()}?month=${month}`)).json.results;
const cancel = (codes: string[], is_canceled: number) =>
  office.admin.post('/customer/code/update/is_canceled', { codes, is_canceled });

beforeAll(async () => {
  office = await startOffice();
  of = { cust_idx: await desk.addCustomer('ACME'), cidx: await desk.addCollection('c1') };
  // October: 20 codes at ₩9,900, 10 at $6.50 that are valid until the end of the month; November: cancelled, restored.
  await moveTo('2026-10-05T03:00:00Z');
  krw = await desk.addBatch({ ...of, title: 'Autumn', price: '9900', currency: 'KRW' });
  await desk.issue(krw, 20);
  const usd = await desk.addBatch({ ...of, title: '학습 Trial', price: '6.50', currency: 'USD' });
  await desk.issue(usd, 10, { valid_until: Date.parse('2026-11-01T00:00:00+09:00') / 1000 });
  const codes = (await batches.codes(krw)).map(({ code }) => code);
  for (const code of codes.slice(0, 3))
    expect((await office.admin.post('/api/v1/code/redeem', { code, learner_id: `l-${code}` })).status).toBe(200);
  await cancel(codes.slice(3, 8), 1);
  await moveTo('2026-11-10T03:00:00Z');
  await cancel(codes.slice(3, 5), 0);
  await cancel(codes.slice(10, 11), 1);
});
afterAll(() => office.close());

const october = {
  opening: 0,
  issued: 30,
  restored: 0,
  withdrawn: 0,
  redeemed: 3,
  expired: 10,
  canceled: 5,
  closing: 12,
};
const november = {
  opening: 12,
  issued: 0,
  restored: 2,
  withdrawn: 0,
  redeemed: 0,
  expired: 0,
  canceled: 1,
  closing: 13,
};

describe('A statement', () => {
  test('says what entered and left the unused codes of a month; its closing is the next opening', async () => {
    expect(await statement('2026-09')).toMatchObject({ opening: 0, issued: 0, closing: 0, amounts: [] });
    expect(await statement('2026-10')).toEqual({
      ...october,
      replaced: 0,
      amounts: [
        { currency: 'KRW', amount: '198000' },
        { currency: 'USD', amount: '65.00' },
      ],
    });
    expect(await statement('2026-11')).toEqual({ ...november, replaced: 0, amounts: [] });
    expect((await office.admin.get(path())).json.results).toEqual({ ...november, replaced: 0, amounts: [] });
  });

  test('charges what a changed price makes of the codes, and takes withdrawn codes off until they are restored', async () => {
    await office.db.updateTable('code_batch').set({ price: '1000' }).where('cg_idx', '=', krw).execute();
    expect((await statement('2026-10')).amounts[0]).toEqual({ currency: 'KRW', amount: '20000' });
    const some = sql`cg_idx = ${krw} and activated_date = 0 and code in
      (select code from code where cg_idx = ${krw} and activated_date = 0 order by code limit 4)`;
    await sql`update code set is_canceled = 0 where ${some}`.execute(office.db);
    const before = await statement('2026-11');
    await sql`update code set is_canceled = 1, withdrawn = true where ${some}`.execute(office.db);
    expect(await statement('2026-11')).toEqual({
      ...before,
      withdrawn: 4,
      closing: before.closing - 4,
      amounts: [{ currency: 'KRW', amount: '-4000' }],
    });
    await sql`update code set is_canceled = 0, withdrawn = false where ${some}`.execute(office.db);
    expect(await statement('2026-11')).toEqual({ ...before, withdrawn: 4, restored: before.restored + 4, amounts: [] });
    await office.db.updateTable('code_batch').set({ price: '9900' }).where('cg_idx', '=', krw).execute();
  });

  test('is a sheet by batch and a document in the language of the reader', async () => {
    const sheet = await office.admin.get(`${path()}?month=2026-10&as=csv`);
    expect(sheet.headers['content-disposition']).toContain('statement-ACME-2026-10');
    const rows = sheet.body.trim().split(/\r?\n/);
    expect(rows.slice(1)).toEqual([
      '학습 Trial,Title of c1,0,10,0,0,0,10,0,0,6.50,65.00,USD',
      'Autumn,Title of c1,0,20,0,0,3,0,5,12,9900,198000,KRW',
      'All batches,,0,30,0,0,3,10,5,12,,,',
    ]);
    const file = await office.server.inject({
      url: `${path()}?month=2026-10&as=pdf`,
      headers: { cookie: `${office.admin.cookie}; lang=ko` },
    });
    expect(file.headers['content-type']).toBe('application/pdf');
    const [page] = await readPdf(file.rawPayload, 1);
    for (const text of [
      '2026년 10월 명세서',
      '학습 Trial',
      'Name of ACME',
      '₩198,000',
      'US$65.00',
      '20 × ₩9,900',
      '2026. 10. 1.',
    ])
      expect(page?.text).toContain(text);
  });

  test('is read aloud as tables, whose rows and columns have heads', async () => {
    const file = await office.server.inject({
      url: `${path()}?month=2026-10&as=pdf`,
      headers: { cookie: office.admin.cookie },
    });
    expect(await faultsOfPdf(file.rawPayload)).toEqual([]);
    const [page] = await readStructure(file.rawPayload);
    expect(page?.artifacts).toBe('');
    const cells = (type: string, texts: string) => texts.split('|').map((text) => `   ${type} ${text}`);
    const row = (head: string, texts: string) => ['  TR', ...cells('TH', head), ...cells('TD', texts)];
    expect(outlineOf(page?.parts ?? [])).toEqual([
      'Document',
      ' H1 Statement, October 2026',
      ' P Name of ACME (ACME)',
      ' P Oct 1, 2026 to Oct 31, 2026, days in Asia/Seoul',
      ' Table',
      '  TR',
      ...cells('TH', 'By batch|Opening|+ Issued|+ Restored|− Withdrawn|− Redeemed|− Expired|− Cancelled|= Closing'),
      ...row('학습 Trial', '0|10|0|0|0|10|0|0'),
      ...row('Autumn', '0|20|0|0|3|0|5|12'),
      ...row('All batches', '0|30|0|0|3|10|5|12'),
      ' H2 Amounts by currency',
      ' Table',
      ...row('Issued', '20 × ₩9,900|₩198,000'),
      ...row('KRW', '₩198,000'),
      ...row('Issued', '10 × $6.50|$65.00'),
      ...row('USD', '$65.00'),
      ' P At the present price of each batch; never added across currencies',
      ' P Made Nov 10, 2026, 12:00 PM (Asia/Seoul)',
    ]);
    const count = (text: string) => file.rawPayload.toString('latin1').split(text).length - 1;
    expect([count('/Scope /Column'), count('/Scope /Row')]).toEqual([9, 7]);
  });

  test('has amounts with the decimals of their currency, however the price was typed', async () => {
    const store = (price: string, currency: string) =>
      office.db.updateTable('code_batch').set({ price }).where('currency', '=', currency).execute();
    await store('9900.00', 'KRW');
    await store('6.5', 'USD');
    expect((await statement('2026-10')).amounts).toEqual([
      { currency: 'KRW', amount: '198000' },
      { currency: 'USD', amount: '65.00' },
    ]);
    const sheet = (await office.admin.get(`${path()}?month=2026-10&as=csv`)).body.trim().split(/\r?\n/);
    expect(sheet.slice(1, 3).map((row: string) => row.split(',').slice(-3))).toEqual([
      ['6.50', '65.00', 'USD'],
      ['9900', '198000', 'KRW'],
    ]);
    const purchases = (await office.admin.get(`/code/report/export?cust_idx=${of.cust_idx}`)).body;
    for (const text of [',6.50,65.00,USD,', ',9900,198000,KRW,']) expect(purchases).toContain(text);
    await store('9900', 'KRW');
    await store('6.50', 'USD');
  });

  test('of the running month is a document that says it goes until now', async () => {
    const file = await office.server.inject({
      url: `${path()}?month=2026-11&as=pdf`,
      headers: { cookie: office.admin.cookie },
    });
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/pdf']);
    const [page] = await readPdf(file.rawPayload, 1);
    for (const text of ['Statement, November 2026', 'Nov 1, 2026 until now', 'Made Nov'])
      expect(page?.text).toContain(text);
    expect((await office.admin.get(`/customer/statement/${of.cust_idx}`)).body).toShow('month=2026-11&amp;as=pdf');
  });

  test('is a page of its customer with a figure for each line', async () => {
    const { status, body } = await office.admin.get(`/customer/statement/${of.cust_idx}?month=2026-10`);
    expect(status).toBe(200);
    for (const text of ['Statement, October 2026', 'Balanced', '+30', '−10', '= Closing', '₩198,000', 'Nov'])
      expect(body).toShow(text);
    expect(body).toShow(`href="/customer/statement/${of.cust_idx}?month=2026-11"`);
    expect((await office.admin.get(`/customer/${of.cust_idx}`)).body).toShow(
      `href="/customer/statement/${of.cust_idx}"`,
    );
  });

  test('leads from its figures to the codes they count, unless these were restored since', async () => {
    const counts = async (month: string) => {
      const { body } = await office.admin.get(`/customer/statement/${of.cust_idx}?month=${month}`);
      const links = [...body.matchAll(/href="\/code\?(cust_idx=[^"]*(?:since|=valid)[^"]*)"/g)].map(([, query = '']) =>
        query.replaceAll('&amp;', '&'),
      );
      return Promise.all(
        [...new Set(links)].map(async (query) => {
          const { on = 'issued', status = '' } = Object.fromEntries(new URLSearchParams(query));
          const { total } = (await office.admin.get(`/api/v1/code?${query}&as=json`)).json.results;
          return [on, status, total];
        }),
      );
    };
    expect(await counts('2026-10')).toEqual([
      ['issued', '', 30],
      ['activated', '', 3],
      ['expired', 'unactivated', 10],
      // Of the five, two were restored, and with them two others above.
      ['canceled', 'unactivated', 1],
    ]);
    expect(await counts('2026-11')).toContainEqual(['issued', 'valid', (await statement('2026-11')).closing]);
  });

  test('of a month that has not begun, of no customer or for a stranger is refused', async () => {
    expect(await office.admin.get(`${path()}?month=2026-12`)).toMatchObject({
      status: 422,
      json: { error: { code: 'code.statement_ahead' } },
    });
    expect((await office.admin.get('/api/v1/customer/999999/statement')).status).toBe(404);
    expect((await office.staff.get(path())).status).toBe(403);
    expect((await office.stranger.get(path())).status).toBe(401);
  });
});
