import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { visitProvider } from '#kernel/auth/provider-visit.fixture.ts';
import { type Answer, type Office, startOffice } from '#test/app.ts';
import { addAccount, testPassword } from '../staff.fixture.ts';
import { type ProviderDouble, startProvider } from './provider.fixture.ts';

let provider: ProviderDouble;
let office: Office;
beforeAll(async () => {
  provider = await startProvider();
  office = await startOffice({ environment: { ...provider.environment, OIDC_GROUPS: 'readers' } });
});
afterAll(async () => {
  await office.close();
  await provider.stop();
});
beforeEach(async () => {
  provider.people.clear();
  provider.issued.reset();
  await office.db.deleteFrom('staff').where('staff_id', 'not in', ['ada', 'bert']).execute();
  await office.db.deleteFrom('staff_identity').execute();
  await office.db.updateTable('staff').set({ is_admin: true }).where('staff_id', '=', 'ada').execute();
  await office.db.deleteFrom('sign_in_attempt').execute();
  await office.db.deleteFrom('audit').execute();
  provider.people.set('kim', { groups: ['librarians'] });
});

const cookiesOf = ({ headers }: Answer): string[] =>
  [headers['set-cookie']].flat().flatMap((one) => (typeof one === 'string' ? [one.split(';')[0] ?? ''] : []));

/** Goes to the provider, does there what is asked, and returns the callback address, in the browser that started. */
async function leave(who = 'kim', { from = '/login/oidc?next=%2Fagegroup', cancel = false, at = office } = {}) {
  const answer = await at.stranger.get(from);
  expect(answer.status).toBe(303);
  const callback = await visitProvider(String(answer.headers['location']), who, cancel ? 'cancel' : 'consent');
  return { callback, cookie: cookiesOf(answer).join('; ') };
}

const comeBack = ({ callback, cookie }: { callback: string; cookie: string }, at = office) =>
  at.stranger.get(callback, { cookie });
const sidOf = (answer: Answer) => cookiesOf(answer).find((one) => one.startsWith('sid='));
const logIn = async (who = 'kim', at = office) => comeBack(await leave(who, { at }), at);

const find = (staffId: string) =>
  office.db.selectFrom('staff').selectAll().where('staff_id', '=', staffId).executeTakeFirst();
const trail = async () => {
  const rows = await office.db.selectFrom('audit').selectAll().orderBy('audit_idx').execute();
  return rows.map(({ action, actor, entity_id }) => ({ action, actor, id: entity_id }));
};
const alertOf = ({ body }: Answer) => /role="alert"[^>]*>(?:<[^>]+>)*([^<]+)/.exec(body)?.[1];

describe('Logging in with single sign-on', () => {
  test('is offered on the sign-in page under the name of the provider, in each language', async () => {
    const page = await office.stranger.get('/login?next=/agegroup');
    expect(page.body).toShow('Log in with Example ID');
    expect(page.body).toShow('href="/login/oidc?next=%2Fagegroup"');
    expect((await office.stranger.get('/login?lang=ko')).body).toShow('Example ID(으)로 로그인');
  });

  test('creates the account the first time, with rights by its groups, and opens the requested page', async () => {
    const back = await logIn();
    expect(back).toMatchObject({ status: 303, headers: { location: '/agegroup' } });
    const cookie = sidOf(back) ?? '';
    const page = await office.stranger.get('/agegroup', { cookie });
    expect(page.status).toBe(200);
    expect(page.body).toShow('Name of kim');
    expect(await find('kim')).toMatchObject({ name: 'Name of kim', is_admin: true, password_hash: null });
    expect(await trail()).toEqual([
      { action: 'staff.created', actor: null, id: 'kim' },
      { action: 'staff.connected', actor: null, id: 'kim' },
      { action: 'session.opened', actor: 'kim', id: 'kim' },
    ]);
  });

  test('uses its own proof, state and nonce, and returns only to this site', async () => {
    for (const host of ['evil.example', '127.0.0.1:4000']) {
      const { headers } = await office.stranger.get('/login/oidc', { host, 'x-forwarded-host': 'evil.example' });
      expect(Object.fromEntries(new URL(String(headers['location'])).searchParams)).toMatchObject({
        scope: 'openid profile email',
        redirect_uri: 'http://127.0.0.1:3000/login/oidc/callback',
        response_type: 'code',
        code_challenge_method: 'S256',
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        state: expect.stringMatching(/^[\w-]{43}$/),
        nonce: expect.stringMatching(/^[\w-]{43}$/),
      });
      expect(headers['set-cookie']).toMatch(
        /^oidc=[\w-]{43}; Max-Age=600; Path=\/login\/oidc; HttpOnly; SameSite=Lax$/,
      );
    }
  });

  test('finds the account again after its name there has changed', async () => {
    await logIn();
    provider.people.set('kim', { groups: ['librarians'], claims: { preferred_username: 'kimberly' } });
    expect((await logIn()).status).toBe(303);
    expect(await find('kimberly')).toBeUndefined();
    expect((await office.admin.get('/api/v1/staff')).json.results).toHaveLength(3);
  });

  test('twice at once creates the account once', async () => {
    const [one, two] = await Promise.all([leave(), leave()]);
    const answers = await Promise.all([comeBack(one), comeBack(two)]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect((await trail()).filter(({ action }) => action === 'staff.created')).toHaveLength(1);
  });

  test.each([
    ['a fitting name there', { preferred_username: 'kim.lee', email: 'k@library.example' }, 'kim.lee'],
    ['else the mail address', { preferred_username: '김 리', email: 'k@library.example' }, 'k@library.example'],
    ['else the ID there', { preferred_username: 'x'.repeat(65), email: 'a+b@library.example' }, 'kim'],
  ])('gives the account %s as its ID', async (_what, claims, id) => {
    provider.people.set('kim', { groups: ['librarians'], claims });
    expect((await logIn()).status).toBe(303);
    expect(await find(id)).toBeDefined();
  });

  test('gives the account a generated ID where no name can be an ID', async () => {
    provider.people.set('김', { groups: ['librarians'] });
    expect((await logIn('김')).status).toBe(303);
    const [made] = await office.db.selectFrom('staff').select('staff_id').where('name', '=', 'Name of 김').execute();
    expect(made?.staff_id).toMatch(/^sso-[0-9a-f]{16}$/);
  });

  test('ends the session that the browser had before', async () => {
    const { callback, cookie } = await leave();
    const before = (await office.signIn('ada', true)).cookie;
    await office.stranger.get(callback, { cookie: `${cookie}; ${before}` });
    expect((await office.stranger.get('/api/v1/staff', { cookie: before })).status).toBe(401);
  });

  test('works with the other client authentication, and with groups and rights in other places', async () => {
    const post = await startProvider('client_secret_post');
    post.people.set('lee', { groups: 'librarians' });
    const other = await startOffice({ environment: post.environment });
    expect((await logIn('lee', other)).status).toBe(303);
    await other.close();
    await post.stop();
  });

  test.each(['//evil.example', 'https://evil.example/', '/\\evil.example', '/login/oidc', '/login/oidc/callback', ''])(
    'never redirects to another site or in a circle: next=%s',
    async (next) => {
      const back = await comeBack(await leave('kim', { from: `/login/oidc?next=${encodeURIComponent(next)}` }));
      expect(back).toMatchObject({ status: 303, headers: { location: '/' } });
    },
  );
});

describe('Groups', () => {
  test('grant and withdraw admin rights at each log-in', async () => {
    provider.people.set('kim', { groups: ['readers'] });
    const plain = sidOf(await logIn()) ?? '';
    expect((await office.stranger.get('/agegroup', { cookie: plain })).status).toBe(403);
    provider.people.set('kim', { groups: ['readers', 'librarians'] });
    await logIn();
    expect(await find('kim')).toMatchObject({ is_admin: true });
    expect((await office.stranger.get('/agegroup', { cookie: plain })).status).toBe(200);
    provider.people.set('kim', { groups: ['readers'] });
    await logIn();
    expect(await find('kim')).toMatchObject({ is_admin: false });
    expect((await trail()).filter(({ action }) => action === 'staff.by_group')).toHaveLength(2);
  });

  test.each([[['others']], [[]], [undefined], ['librarian']])(
    'that may not use the product are refused and create no account: %j',
    async (groups) => {
      provider.people.set('kim', groups === undefined ? {} : { groups });
      const back = await logIn();
      expect(back.status).toBe(403);
      expect(alertOf(back)).toBe('None of your groups may use this product. Ask your administrator.');
      expect(sidOf(back)).toBeUndefined();
      expect(await find('kim')).toBeUndefined();
    },
  );

  test('remove rights also from somebody who is then refused', async () => {
    const cookie = sidOf(await logIn()) ?? '';
    provider.people.set('kim', { groups: ['others'] });
    expect((await logIn()).status).toBe(403);
    expect(await find('kim')).toMatchObject({ is_admin: false });
    expect((await office.stranger.get('/api/v1/staff', { cookie })).status).toBe(403);
  });

  test('do not remove the rights of the last administrator', async () => {
    await logIn();
    await office.db.updateTable('staff').set({ is_admin: false }).where('staff_id', '=', 'ada').execute();
    provider.people.set('kim', { groups: ['readers'] });
    expect((await logIn()).status).toBe(303);
    expect(await find('kim')).toMatchObject({ is_admin: true });
  });

  test('do not count where none is configured: staff appoint administrators', async () => {
    const open = await startProvider();
    const other = await startOffice({ environment: { ...open.environment, OIDC_ADMIN_GROUP: '' } });
    const cookie = sidOf(await logIn('lee', other)) ?? '';
    expect((await other.stranger.get('/agegroup', { cookie })).status).toBe(403);
    await other.db.updateTable('staff').set({ is_admin: true }).where('staff_id', '=', 'lee').execute();
    const again = sidOf(await logIn('lee', other)) ?? '';
    expect((await other.stranger.get('/agegroup', { cookie: again })).status).toBe(200);
    await other.close();
    await open.stop();
  });
});

describe('An existing account', () => {
  test('is never taken over by its ID: the person has to log in with its password and connect it', async () => {
    await addAccount(office.admin, 'Kim');
    const back = await logIn();
    expect(back.status).toBe(409);
    expect(alertOf(back)).toContain('An account with the ID Kim already exists.');
    expect(sidOf(back)).toBeUndefined();
    expect(await office.db.selectFrom('staff_identity').selectAll().execute()).toEqual([]);
  });

  test('that is disabled is refused with a message', async () => {
    await logIn();
    await office.db.updateTable('staff').set({ disabled_at: '2026-01-01' }).where('staff_id', '=', 'kim').execute();
    const back = await logIn();
    expect(back.status).toBe(403);
    expect(alertOf(back)).toBe('This account is disabled. Ask an administrator to enable it.');
    expect(sidOf(back)).toBeUndefined();
  });

  test('without a password cannot log in with one, and the answer takes as long as any other', async () => {
    await logIn();
    for (const password of ['', 'none', 'null']) {
      expect((await office.stranger.post('/login', { id: 'kim', password })).status).toBe(401);
    }
  });
});

describe("Connecting one's own account", () => {
  const url = '/api/v1/staff/me/single_sign_on';

  /** Kim with a password, signed in. */
  async function withPassword() {
    const idx = await addAccount(office.admin, 'kim');
    const cookie = sidOf(await office.stranger.form('/login', { id: 'kim', password: testPassword })) ?? '';
    return { idx, cookie };
  }

  async function leaveToConnect(cookie: string, who = 'kim') {
    const begun = await office.stranger.post(url, { current_password: testPassword }, { cookie });
    expect(begun.status).toBe(200);
    return {
      callback: await visitProvider(begun.json.results.url, who),
      cookie: `${cookie}; ${cookiesOf(begun).join('; ')}`,
    };
  }

  test('takes its password and the provider, and then both ways log in', async () => {
    const { idx, cookie } = await withPassword();
    const back = await comeBack(await leaveToConnect(cookie));
    expect(back).toMatchObject({ status: 303, headers: { location: '/staff/sessions' } });
    expect((await trail()).at(-1)).toEqual({ action: 'staff.connected', actor: 'kim', id: 'kim' });
    expect((await logIn()).status).toBe(303);
    expect((await office.stranger.post('/login', { id: 'kim', password: testPassword })).status).toBe(200);
    expect((await office.admin.delete(`/api/v1/staff/${idx}/single_sign_on`)).status).toBe(200);
    expect((await office.admin.delete(`/api/v1/staff/${idx}/single_sign_on`)).json.error.code).toBe(
      'staff.sso_not_connected',
    );
    expect((await logIn()).status).toBe(409);
  });

  test('is refused with a wrong password', async () => {
    const { cookie } = await withPassword();
    const refused = await office.stranger.post(url, { current_password: 'wrong' }, { cookie });
    expect(refused).toMatchObject({
      status: 422,
      json: { error: { fields: { current_password: expect.any(String) } } },
    });
  });

  test('is refused where the person has another account here, which the page of the account says', async () => {
    provider.people.set('lee', { groups: ['librarians'] });
    await logIn('lee');
    const { cookie } = await withPassword();
    const back = await comeBack(await leaveToConnect(cookie, 'lee'));
    expect(back.status).toBe(409);
    expect(back.body).toShow('You are already connected to another account: lee.');
    expect(back.body).toShow('Your account');
  });

  test('can be finished only by the person who started it', async () => {
    const { cookie } = await withPassword();
    const { callback, cookie: both } = await leaveToConnect(cookie);
    const oidc = both.split('; ').find((one) => one.startsWith('oidc=')) ?? '';
    const other = await office.stranger.get(callback, { cookie: `${office.admin.cookie}; ${oidc}` });
    expect(other.status).toBe(401);
    expect(await office.db.selectFrom('staff_identity').selectAll().execute()).toEqual([]);
  });

  test('cannot be undone without a password', async () => {
    const cookie = sidOf(await logIn()) ?? '';
    const idx = (await find('kim'))?.staff_idx;
    const refused = await office.stranger.delete(`/api/v1/staff/${idx}/single_sign_on`, undefined, { cookie });
    expect(refused).toMatchObject({ status: 422, json: { error: { code: 'staff.sso_only' } } });
  });
});

describe('Logging out', () => {
  test('continues at the provider, which sends the browser back to the sign-in page', async () => {
    const cookie = sidOf(await logIn()) ?? '';
    const out = await office.stranger.form('/logout', {}, { cookie });
    expect(out.status).toBe(200);
    expect(out.headers['set-cookie']).toMatch(/^sid=; /);
    expect(out.body).not.toShow('id="side-menu"');
    const [, address = ''] = /^0; url=(.+)$/.exec(String(out.headers['refresh'])) ?? [];
    const target = new URL(address);
    expect(target.origin).toBe(provider.environment['OIDC_ISSUER']);
    expect(target.searchParams.get('post_logout_redirect_uri')).toBe('http://127.0.0.1:3000/login');
    expect(target.searchParams.get('id_token_hint')).toMatch(/^ey[\w-]+\.[\w-]+\.[\w-]+$/);
    expect((await fetch(address)).status).toBe(200);
    expect((await office.stranger.get('/api/v1/staff', { cookie })).status).toBe(401);
  });

  test('needs no provider: where it is down, the session here ends all the same', async () => {
    const lost = await startProvider();
    lost.people.set('kim', { groups: ['librarians'] });
    const other = await startOffice({ environment: lost.environment });
    const cookie = sidOf(await logIn('kim', other)) ?? '';
    await lost.stop();
    expect((await other.stranger.form('/logout', {}, { cookie })).status).toBe(200);
    expect((await other.stranger.get('/api/v1/staff', { cookie })).status).toBe(401);
    await other.close();
  });

  test('stores no readable ID token in the database', async () => {
    await logIn();
    const rows = await office.db.selectFrom('session').select('provider_log_out').execute();
    const kept = rows.flatMap(({ provider_log_out: sealed }) => (sealed ? [sealed.toString('latin1')] : []));
    expect(kept).toHaveLength(1);
    expect(kept[0]).not.toContain('id_token_hint');
  });
});

describe('A log-in that fails says why on the sign-in page', () => {
  const over = 'This log-in is no longer valid';

  test('cancelled at the provider', async () => {
    const back = await comeBack(await leave('kim', { cancel: true }));
    expect(back.status).toBe(422);
    expect(alertOf(back)).toBe('Single sign-on was cancelled or refused.');
    expect(back.body).toShow('href="/login/oidc?next=%2Fagegroup"');
  });

  test('returned to a second time, or twice at once', async () => {
    const left = await leave();
    const answers = await Promise.all([comeBack(left), comeBack(left), comeBack(left)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 422, 422]);
    expect(alertOf(await comeBack(left))).toContain(over);
  });

  test('returned to in another browser', async () => {
    const left = await leave();
    const others = await leave();
    for (const cookie of ['', 'oidc=', others.cookie]) {
      expect(alertOf(await comeBack({ ...left, cookie }))).toContain(over);
    }
  });

  test('started more than 10 minutes ago', async () => {
    const left = await leave();
    office.clock.advance(600_001);
    expect(alertOf(await comeBack(left))).toContain(over);
    await leave();
    expect(await office.db.selectFrom('sign_in_attempt').selectAll().execute()).toHaveLength(1);
  });

  test.each(['state=forged&code=any', 'code=any', 'error=access_denied', '', 'state=a&state=b', 'state=%ff'])(
    'with a forged answer: %s',
    async (query) => {
      const { cookie } = await leave();
      const back = await comeBack({ callback: `/login/oidc/callback?${query}`, cookie });
      expect(back.status).toBe(422);
      expect(alertOf(back)).toContain(over);
    },
  );

  test.each([
    ['a code that is not the provider’s', /code=[^&]+/, 'code=guessed'],
    ['another issuer', /iss=[^&]+/, 'iss=https%3A%2F%2Fevil.example'],
    ['no issuer', /&iss=[^&]+/, ''],
  ])('with %s', async (_what, part, forged) => {
    const left = await leave();
    const back = await comeBack({ ...left, callback: left.callback.replace(part, forged) });
    expect(back.status).toBe(424);
    expect(alertOf(back)).toContain('Single sign-on is not responding correctly.');
    expect(sidOf(back)).toBeUndefined();
  });

  test.each(['verifier', 'nonce'] as const)('when the %s is not the one it started with', async (column) => {
    const left = await leave();
    await office.db
      .updateTable('sign_in_attempt')
      .set({ [column]: 'x'.repeat(43) })
      .execute();
    expect((await comeBack(left)).status).toBe(424);
    expect(await find('kim')).toBeUndefined();
  });

  const failed = 'Single sign-on is not responding correctly.';

  test('with an ID token that is signed with another key than the provider’s', async () => {
    provider.issued.forged = true;
    const back = await logIn();
    expect(back.status).toBe(424);
    expect(alertOf(back)).toContain(failed);
    expect(sidOf(back)).toBeUndefined();
    expect(await find('kim')).toBeUndefined();
  });

  test('with such a token also where the client authenticates the other way', async () => {
    const post = await startProvider('client_secret_post');
    post.people.set('lee', { groups: ['librarians'] });
    post.issued.forged = true;
    const other = await startOffice({ environment: post.environment });
    expect((await logIn('lee', other)).status).toBe(424);
    await other.close();
    await post.stop();
  });

  test.each([
    ['NUL in it', 'kim\0'],
    ['half a character in it', 'kim\ud800'],
    ['too many characters', 'k'.repeat(256)],
    ['none', ''],
    ['a number for it', 7],
    ['a list for it', ['kim']],
    ['no value', undefined],
  ])('with an ID of the person that has %s', async (_what, sub) => {
    provider.issued.claims = (claims) => ({ ...claims, sub, groups: ['librarians'], preferred_username: 'kim' });
    const back = await logIn();
    expect(back.status).toBe(424);
    expect(alertOf(back)).toContain(failed);
    expect(sidOf(back)).toBeUndefined();
  });

  test.each([[7], [{ a: 'librarians' }], [['librarians', 7]], [null], [true], ['librarians\0'], [[['librarians']]]])(
    'with groups that are no list of names: %j',
    async (groups) => {
      provider.issued.claims = (claims) => ({ ...claims, groups, preferred_username: 'kim' });
      const back = await logIn();
      expect(back.status).toBe(403);
      expect(alertOf(back)).toContain('None of your groups');
    },
  );

  test.each([['\0'], ['x'.repeat(100_000)], ['\ud800'], [7], [{}], [null]])(
    'but not because of names that cannot be shown: %j',
    async (odd) => {
      const names = { name: odd, preferred_username: odd, email: odd };
      provider.issued.claims = (claims) => ({ ...claims, ...names, groups: ['librarians'] });
      expect((await logIn()).status).toBe(303);
      expect(await find('kim')).toMatchObject({ name: 'kim' });
    },
  );

  test('a provider that is down, on the way there and on the way back; passwords still work', async () => {
    const lost = await startProvider();
    const other = await startOffice({ environment: lost.environment });
    await addAccount(other.admin, 'lee');
    const left = await leave('kim', { at: other });
    await lost.stop();
    for (const answer of [await comeBack(left, other), await other.stranger.get('/login/oidc')]) {
      expect(answer.status).toBe(424);
      expect(alertOf(answer)).toContain('log in with your password');
    }
    expect((await other.stranger.post('/login', { id: 'lee', password: testPassword })).status).toBe(200);
    await other.close();
  });
});

describe('Logging in again over a page', () => {
  test('ends on a page that tells the waiting one', async () => {
    const back = await comeBack(await leave('kim', { from: '/login/oidc?next=/staff/renewed' }));
    expect(back.headers).toMatchObject({ location: '/staff/renewed' });
    const page = await office.stranger.get('/staff/renewed', { cookie: sidOf(back) ?? '' });
    expect(page.body).toShow('You can close this tab and continue where you were.');
    expect(page.body).toShow('data-provider="Example ID"');
  });
});

test('without a provider none is offered', async () => {
  const plain = await startOffice();
  expect((await plain.stranger.get('/login')).body).not.toShow('/login/oidc');
  expect((await plain.stranger.get('/login/oidc')).status).toBe(404);
  await plain.close();
});
