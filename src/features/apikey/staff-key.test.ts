import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Office, type Person, startOffice } from '#test/app.ts';

let office: Office;
let other: Office;
beforeAll(async () => {
  office = await startOffice();
  other = await startOffice({ beside: office });
});
afterAll(async () => {
  await other.close();
  await office.close();
});

/** A program that calls with a new key of a person. */
async function programOf(person: Person, scope = 'staff') {
  const { key_idx, key } = (await person.post('/api/v1/api_key', { name: 'Nightly import', scope })).json.results;
  const headers = { authorization: `Bearer ${key}` };
  return {
    keyIdx: key_idx as number,
    prefix: key.slice(0, 10) as string,
    headers,
    get: (url: string, at = office) => at.stranger.get(url, headers),
    post: (url: string, body: object = {}) => office.stranger.post(url, body, headers),
  };
}

const own = '/api/v1/api_key/own';

test('a key for the work of staff calls for the person who created it, and the trail names both', async () => {
  const program = await programOf(office.admin);
  const name = `Nightly import (${program.prefix}…)`;
  expect(await program.get(own)).toMatchObject({
    status: 200,
    json: { results: { name, staff_id: 'ada', is_admin: true } },
  });
  const made = await office.admin.post('/api/v1/customer', { cust_id: 'CITY', name: 'City library' });
  const act: number = made.json.results.act_idx;
  expect(await program.post(`/api/v1/act/${act}/undo`)).toMatchObject({ status: 200, json: { results: { back: 1 } } });
  const noted = office.db.selectFrom('audit').select(['actor', 'key_name']).where('undoes', '=', act);
  expect(await noted.execute()).toEqual([{ actor: 'ada', key_name: name }]);
  expect((await office.admin.get('/audit')).body).toShow(`ada, with the key ${name}`);
});

test('it opens only what is declared for programs: every other call of staff answers as to a stranger', async () => {
  const program = await programOf(office.admin);
  const routes = office.server.routeList.flatMap(({ method, url, config, schema }) => {
    const { permission = 'admin', forPrograms = false, isData = false, anonymous = false } = config ?? {};
    const isOfStaff = isData && !anonymous && (permission === 'admin' || permission === 'signed-in');
    if (!isOfStaff || forPrograms || method === 'HEAD') return [];
    return [{ method: [method].flat()[0] as 'GET', url: url.replace(/:\w+/g, '1'), body: schema?.body }];
  });
  expect(routes.length).toBeGreaterThan(200);
  for (const { method, url } of routes) {
    const payload = method === 'GET' ? {} : { payload: {} };
    const answer = await office.stranger.send({ method, url, headers: program.headers, ...payload });
    expect(`${method} ${url} ${answer.status}`).toBe(`${method} ${url} 401`);
  }
});

test('declared for programs is nothing that makes keys, accounts, settings, links or approvals', () => {
  const opened = office.server.routeList.filter(({ config }) => config?.forPrograms).map(({ url }) => url);
  expect(opened.length).toBeGreaterThan(20);
  const closed = /api_key\/?$|staff|setting|link|approval|proposal|webhook|login|session|passkey|thread|mail/;
  expect(opened.filter((url) => closed.test(url))).toEqual([]);
});

test('keys of other scopes do not open the calls of staff, and a credential of a proxy is no key', async () => {
  const reader = await programOf(office.admin, 'read');
  expect(await reader.get(own)).toMatchObject({ status: 403, json: { error: { code: 'error.key_scope' } } });
  const wrong = await office.stranger.get(own, { authorization: 'Bearer lib_unknown' });
  expect(wrong).toMatchObject({ status: 401, json: { error: { code: 'error.api_key' } } });
  const proxied = await office.admin.get('/api/v1/doctor?check=none', { authorization: 'Bearer eyJhbGciOiJIUzI1NiJ9' });
  expect(proxied).toMatchObject({ status: 404 });
  expect(await office.admin.get(own)).toMatchObject({ status: 404, json: { error: { code: 'apikey.not_found' } } });
});

test('it stops on every instance when it is revoked, and while its person has no rights or cannot log in', async () => {
  const grace = await office.signIn('grace', true);
  const program = await programOf(grace);
  const account = (await office.admin.get('/api/v1/staff')).json.results.find(
    (one: { staff_id: string }) => one.staff_id === 'grace',
  );
  const set = (change: object) => office.admin.put(`/api/v1/staff/${account.staff_idx}`, change);
  const tried = '/api/v1/doctor?check=none';
  expect((await program.get(tried, other)).status).toBe(404);
  await set({ is_admin: false });
  expect(await program.get(tried, other)).toMatchObject({ status: 403, json: { error: { code: 'error.admin_only' } } });
  await set({ disabled: true });
  expect(await program.get(tried, other)).toMatchObject({ status: 403, json: { error: { code: 'error.key_person' } } });
  // Whoever has gone still knows the key, so nobody takes it over.
  const { kinds } = (await office.admin.get(`/api/v1/staff/${account.staff_idx}/belongings`)).json.results;
  expect(kinds.map(({ kind }: { kind: string }) => kind)).not.toContain('api_key');
  await set({ disabled: false, is_admin: true });
  expect((await program.get(tried, other)).status).toBe(404);
  await office.admin.delete(`/api/v1/api_key/${program.keyIdx}`);
  expect((await program.get(tried, other)).status).toBe(401);
});

test('it does not undo what it could not do itself, such as what was done to a webhook', async () => {
  const program = await programOf(office.admin);
  const receiver = { name: 'Portal', url: 'https://portal.example.org/hook', kinds: ['book'] };
  const { wh_idx } = (await office.admin.post('/api/v1/webhook', receiver)).json.results;
  const act: number = (await office.admin.delete(`/api/v1/webhook/${wh_idx}`)).json.results.act_idx;
  expect((await program.get(`/api/v1/act/${act}`)).json.results).toMatchObject({ undo: null, undone: null });
  const refused = await program.post(`/api/v1/act/${act}/undo`);
  expect(refused).toMatchObject({ status: 403, json: { error: { code: 'undo.only_people' } } });
  expect((await office.admin.undo(act)).status).toBe(200);
});

test('it hears of a filter that a list does not have, while a browser gets what its page would show', async () => {
  const program = await programOf(office.admin);
  await office.admin.post('/api/v1/customer', { cust_id: 'TOWN', name: 'Town library' });
  // The call for the same records has a field of that name.
  const named = (name: string) => `/customer/export?as=csv&${name}=nobody&lang=en`;
  const refused = await program.get(named('search'));
  expect(refused).toMatchObject({ status: 400, json: { error: { fields: { search: 'Unknown field.' } } } });
  expect((await program.get(named('search_val'))).body).not.toContain('Town library');
  expect((await office.admin.get(named('search'))).status).toBe(200);
});

test('the description of the calls says which take a key beside a session', async () => {
  const { paths } = (await office.admin.get('/openapi.json')).json;
  expect(paths[own].get.security).toEqual([{ session: [] }, { key: [] }]);
  expect(paths['/api/v1/api_key'].post.security).toBeUndefined();
});
