import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { visitProvider } from '#kernel/auth/provider-visit.fixture.ts';
import { type Office, type Person, startOffice } from '#test/app.ts';
import { portOf } from '#test/wire.ts';
import { type SpreadsheetDouble, startSpreadsheetDouble } from './spreadsheet-double.fixture.ts';

const url = '/api/v1/spreadsheet/account';
const site = { host: '127.0.0.1:4000' };
const connect = '/spreadsheet/connect?next=%2Fbook%2Fimport';

let double: SpreadsheetDouble;
let office: Office;
beforeAll(async () => {
  double = await startSpreadsheetDouble();
  office = await startOffice({ environment: double.environment });
});
afterAll(async () => {
  await office.close();
  await double.stop();
});
beforeEach(async () => {
  double.issued.reset();
  await office.db.deleteFrom('spreadsheet_account').execute();
  await office.db.deleteFrom('spreadsheet_attempt').execute();
  await office.db.deleteFrom('audit').execute();
});

/** Goes to the provider, does there what is asked, and returns the callback address. */
async function leave(who: Person = office.admin, wish: 'consent' | 'cancel' = 'consent', from = connect) {
  const answer = await who.get(from, site);
  expect(answer.status).toBe(303);
  return visitProvider(String(answer.headers['location']), 'reader', wish);
}

const comeBack = async (callback: string, who: Person = office.admin) => who.get(callback, site);
const account = async (who: Person = office.admin) => (await who.get(url)).json.results;
const trail = () => office.db.selectFrom('audit').selectAll().orderBy('audit_idx').execute();
const notConnected = { configured: true, connected: false, email: null };

describe('Signing in to the spreadsheet account', () => {
  test('connects it and continues to the requested page', async () => {
    expect(await account()).toEqual(notConnected);
    const back = await comeBack(await leave());
    expect(back).toMatchObject({ status: 303, headers: { location: '/book/import' } });
    expect(await account()).toEqual({ configured: true, connected: true, email: 'reader@library.example' });
    expect((await office.admin.get('/spreadsheet')).body).toShow('Connected as reader@library.example');
  });

  test('asks for lasting read access only, with its own proof', async () => {
    const { headers } = await office.admin.get(connect, site);
    const parameters = Object.fromEntries(new URL(String(headers['location'])).searchParams);
    expect(parameters).toMatchObject({
      scope: 'openid email https://www.googleapis.com/auth/spreadsheets.readonly offline_access',
      redirect_uri: 'http://127.0.0.1:3000/spreadsheet/callback',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      access_type: 'offline',
      prompt: 'consent',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  test('is for each member of staff alone', async () => {
    await comeBack(await leave());
    expect(await account(await office.signIn('grace', true))).toEqual(notConnected);
  });

  test('a second time replaces the old account', async () => {
    await comeBack(await leave());
    await comeBack(await leave());
    expect(await office.db.selectFrom('spreadsheet_account').select('email').execute()).toHaveLength(1);
  });

  test('leaves one audit row, and no token in it', async () => {
    await comeBack(await leave());
    const rows = await trail();
    expect(rows).toMatchObject([
      { action: 'spreadsheet_account.connected', actor: 'ada', after: { email: 'reader@library.example' } },
    ]);
    expect(double.tokens.filter((token) => JSON.stringify(rows).includes(token))).toEqual([]);
  });

  test.each([
    ['//evil.example', '/'],
    ['https://evil.example/', '/'],
    ['/spreadsheet/connect', '/spreadsheet'],
    ['', '/'],
  ])('never redirects to another site or in a circle: next=%s', async (next, location) => {
    const back = await leave(office.admin, 'consent', `/spreadsheet/connect?next=${encodeURIComponent(next)}`);
    expect((await comeBack(back)).headers).toMatchObject({ location: location });
  });

  test('never returns to an address that a request names', async () => {
    for (const host of ['evil.example', '127.0.0.1:4000', 'not a host']) {
      const { headers } = await office.admin.get(connect, { host, 'x-forwarded-host': 'evil.example' });
      const parameters = new URL(String(headers['location'])).searchParams;
      expect(parameters.get('redirect_uri')).toBe('http://127.0.0.1:3000/spreadsheet/callback');
    }
  });

  test('returns to the port the process listens on', async () => {
    const listening = await startOffice({ environment: { ...double.environment, HOST: 'localhost', PORT: '0' } });
    await listening.server.listen({ host: 'localhost', port: 0 });
    const { headers } = await listening.admin.get('/spreadsheet/connect');
    const parameters = new URL(String(headers['location'])).searchParams;
    expect(parameters.get('redirect_uri')).toBe(`http://localhost:${portOf(listening.server)}/spreadsheet/callback`);
    await listening.close();
  });

  test('returns to the public address where there is one', async () => {
    const environment = { ...double.environment, PUBLIC_URL: 'https://office.example/' };
    const behind = await startOffice({ environment });
    const { headers } = await behind.admin.get('/spreadsheet/connect');
    await behind.close();
    const parameters = new URL(String(headers['location'])).searchParams;
    expect(parameters.get('redirect_uri')).toBe('https://office.example/spreadsheet/callback');
  });
});

describe('A sign-in that fails says why, and how to try again', () => {
  const refused = (text: string) => ({ status: 422, body: expect.stringContaining(text) });
  const over = 'This sign-in is no longer valid';
  const retry = 'href="/spreadsheet/connect?next=%2Fbook%2Fimport"';

  test('cancelled at the provider', async () => {
    const back = await comeBack(await leave(office.admin, 'cancel'));
    expect(back).toMatchObject(refused('was cancelled or refused'));
    expect(back.body).toShow(retry);
    expect(await account()).toEqual(notConnected);
  });

  test('with an ID token that is signed with another key than the provider’s', async () => {
    double.issued.forged = true;
    const back = await comeBack(await leave());
    expect(back.status).toBe(424);
    expect(back.body).toShow('The sign-in service is not responding correctly.');
    expect(await account()).toEqual(notConnected);
  });

  test.each([['\0'], ['x'.repeat(100_000)], [7], [['a']]])(
    'but not because of an email address that cannot be shown: %j',
    async (email) => {
      double.issued.claims = (claims) => ({ ...claims, email });
      expect((await comeBack(await leave())).status).toBe(303);
      expect(await account()).toMatchObject({ connected: true });
    },
  );

  test.each([[''], ['\0'], ['x'.repeat(256)], [7], [undefined]])(
    'with an ID of the person that is none: %j',
    async (sub) => {
      double.issued.claims = (claims) => ({ ...claims, sub });
      expect((await comeBack(await leave())).status).toBe(424);
      expect(await account()).toEqual(notConnected);
    },
  );

  test('but not because of a token that is said to last longer than a calendar', async () => {
    double.issued.tokens = (answer) => ({ ...answer, expires_in: 1e300 });
    expect((await comeBack(await leave())).status).toBe(303);
    expect(await account()).toMatchObject({ connected: true });
  });

  test('returned to a second time', async () => {
    const callback = await leave();
    expect((await comeBack(callback)).status).toBe(303);
    expect(await comeBack(callback)).toMatchObject(refused(over));
  });

  test('returned to twice at once: one connects, the other fails', async () => {
    const callback = await leave();
    const answers = await Promise.all([comeBack(callback), comeBack(callback), comeBack(callback)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 422, 422]);
    expect(await trail()).toHaveLength(1);
  });

  test('started by somebody else, or in another session', async () => {
    const callback = await leave();
    expect(await comeBack(callback, await office.signIn('grace', true))).toMatchObject(refused(over));
    expect(await comeBack(callback, await office.signIn('ada', true))).toMatchObject(refused(over));
    expect(await office.db.selectFrom('spreadsheet_account').selectAll().execute()).toEqual([]);
  });

  test('started more than 10 minutes ago', async () => {
    const callback = await leave();
    office.clock.advance(600_001);
    expect(await comeBack(callback)).toMatchObject(refused(over));
  });

  test.each(['state=forged&code=any', 'code=any', 'error=access_denied', '', 'state=a&state=b', 'state='])(
    'with a forged answer: %s',
    async (query) => {
      await leave();
      expect(await comeBack(`/spreadsheet/callback?${query}`)).toMatchObject(refused(over));
    },
  );

  test('with a code that is not the provider’s', async () => {
    const callback = (await leave()).replace(/code=[^&]+/, 'code=guessed');
    const back = await comeBack(callback);
    expect(back).toMatchObject({ status: 424, body: expect.stringContaining(retry) });
    expect(await account()).toEqual(notConnected);
  });

  test('from another issuer', async () => {
    const callback = (await leave()).replace(/iss=[^&]+/, 'iss=https%3A%2F%2Fevil.example');
    expect((await comeBack(callback)).status).toBe(424);
    expect(await account()).toEqual(notConnected);
  });

  test.each(['verifier', 'nonce'] as const)('when the %s is not the one it started with', async (column) => {
    const callback = await leave();
    await office.db
      .updateTable('spreadsheet_attempt')
      .set({ [column]: 'x'.repeat(43) })
      .execute();
    expect((await comeBack(callback)).status).toBe(424);
    expect(await account()).toEqual(notConnected);
  });

  test('an issuer that is down, on the way there and on the way back', async () => {
    const lost = await startSpreadsheetDouble();
    const other = await startOffice({ environment: lost.environment });
    const there = await other.admin.get(connect, site);
    const callback = await visitProvider(String(there.headers['location']), 'reader');
    await lost.stop();
    const refusal = { status: 424, body: expect.stringContaining('is not responding correctly') };
    expect(await other.admin.get(callback, site)).toMatchObject(refusal);
    const again = await other.admin.get(connect, site);
    expect(again).toMatchObject(refusal);
    expect(again.body).toShow(retry);
    await other.close();
  });

  test.each(['next=%00', 'next[]=1', 'next=%ff', `next=${'%25'.repeat(3000)}`, 'state=%ed%a0%80', 'code=%00&state=a'])(
    'an invalid address causes no server error: %s',
    async (nonsense) => {
      for (const step of ['connect', 'callback']) {
        expect((await office.admin.get(`/spreadsheet/${step}?${nonsense}`, site)).status).toBeLessThan(500);
      }
      const host = { host: 'not a host' };
      expect((await office.admin.get(`/spreadsheet/connect?${nonsense}`, host)).status).toBeLessThan(500);
    },
  );

  test('speaks the language of the person', async () => {
    const korean = { ...site, cookie: `${office.admin.cookie}; lang=ko` };
    expect((await office.admin.get('/spreadsheet/callback', korean)).body).toShow('더 이상 유효하지 않습니다');
  });

  test('abandoned attempts are removed with the next one', async () => {
    await leave();
    office.clock.advance(600_001);
    await leave();
    expect(await office.db.selectFrom('spreadsheet_attempt').selectAll().execute()).toHaveLength(1);
  });
});

describe('The tokens', () => {
  test('cannot be read in the database', async () => {
    await comeBack(await leave());
    const row = await office.db.selectFrom('spreadsheet_account').selectAll().executeTakeFirstOrThrow();
    const raw = row.tokens.toString('latin1') + row.tokens.toString('base64') + JSON.stringify(row);
    expect(double.tokens.length).toBeGreaterThanOrEqual(2);
    expect(double.tokens.filter((token) => raw.includes(token))).toEqual([]);
  });

  test('that cannot be opened count as no account, which can be connected again', async () => {
    await comeBack(await leave());
    await office.db
      .updateTable('spreadsheet_account')
      .set({ tokens: Buffer.alloc(60) })
      .execute();
    expect(await account()).toEqual(notConnected);
    await comeBack(await leave());
    expect(await account()).toMatchObject({ connected: true });
  });
});

describe('Disconnecting', () => {
  test('forgets the tokens here and at the provider, once', async () => {
    await comeBack(await leave());
    await double.forget('access');
    await comeBack(await leave());
    expect(await double.living()).toBe(1);
    expect(await office.admin.delete(url)).toMatchObject({ status: 200, json: { results: { success: true } } });
    expect(await double.living()).toBe(0);
    expect(await account()).toEqual(notConnected);
    expect(await office.admin.delete(url)).toMatchObject({
      status: 404,
      json: { error: { code: 'spreadsheet.not_connected' } },
    });
    const actions = (await trail()).map(({ action }) => action.split('.')[1]);
    expect(actions).toEqual(['connected', 'connected', 'disconnected']);
  });

  test('works also where the provider does not answer', async () => {
    const lost = await startSpreadsheetDouble();
    const other = await startOffice({ environment: lost.environment });
    const there = await other.admin.get(connect, site);
    await other.admin.get(await visitProvider(String(there.headers['location']), 'reader'), site);
    await lost.stop();
    expect((await other.admin.delete(url)).status).toBe(200);
    expect((await other.admin.get(url)).json.results).toEqual(notConnected);
    await other.close();
  });
});

describe('Where nothing is configured', () => {
  let plain: Office;
  beforeAll(async () => {
    plain = await startOffice();
  });
  afterAll(() => plain.close());

  test('the call says so, the screen says what to set, and the menu has no entry', async () => {
    // With the same name, the two offices of this process would show the same cached shell.
    const bea = await plain.signIn('bea', true);
    expect((await bea.get(url)).json.results).toEqual({ configured: false, connected: false, email: null });
    const page = await bea.get('/spreadsheet');
    expect(page.body).toShow('Cloud spreadsheets are not set up on this installation.');
    expect(page.body).toShow('SHEETS_CLIENT_ID');
    expect(page.body).not.toShow('href="/spreadsheet"');
    expect((await office.admin.get('/spreadsheet')).body).toShow('href="/spreadsheet"');
  });

  test('there is no way to sign in', async () => {
    for (const callback of ['/spreadsheet/connect', '/spreadsheet/callback?state=a&code=b']) {
      expect(await plain.admin.get(callback)).toMatchObject({
        status: 409,
        body: expect.stringContaining('not set up'),
      });
    }
  });
});
