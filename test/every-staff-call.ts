import { TOTP } from 'otpauth';
import { Authenticator } from '#features/staff/passkey/authenticator.fixture.ts';
import { type Caller, type Given, until } from './call-by-key.ts';
import { testClock } from './clock.ts';
import { useApprovals } from './every-approval-call.ts';

const version = 1;

export async function useStaff(call: Caller): Promise<void> {
  const password = 'correct horse battery';
  const body = { staff_id: 'eve', name: 'Eve', is_admin: true, password };
  const { staff_idx } = (await call('POST /api/v1/staff', { body })).json.results;
  const path = [staff_idx];
  await call('GET /api/v1/staff');
  await call('POST /login', { body: { id: 'eve', password: 'wrong' } });
  await call('POST /login', { form: { id: 'eve', password: 'wrong' } });
  const signedIn = async (given: Given) => {
    const answer = await call('POST /login', given);
    return { cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '' };
  };
  await signedIn({ form: { id: 'eve', password } });
  const eve = await signedIn({ body: { id: 'eve', password } });
  await useApprovals(call, eve);
  await call('POST /api/v1/view', { body: { list: '/book', name: 'New', query: {} }, headers: eve });
  const own = { current_password: password, password: `${password}!`, version };
  await call('PUT /api/v1/staff/me/password', { body: own, headers: eve });
  const proof = { current_password: `${password}!` };
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  const codeOf = (later: number) => new TOTP({ secret }).generate({ timestamp: testClock().now().getTime() + later });
  const turnOn = { body: { ...proof, secret, otp: codeOf(0) }, headers: eve };
  await call('POST /api/v1/staff/me/second_factor', turnOn);
  await call('POST /login', { body: { id: 'eve', password: `${password}!` } });
  const renew = { body: { ...proof, otp: codeOf(30_000) }, headers: eve };
  const [recovery] = (await call('POST /api/v1/staff/me/recovery_codes', renew)).json.results.recovery_codes;
  await call('DELETE /api/v1/staff/me/second_factor', { body: { ...proof, otp: recovery }, headers: eve });
  await call('POST /api/v1/staff/me/second_factor', turnOn);
  await call('DELETE /api/v1/staff/{staff_idx}/second_factor', { path });
  const atLocalhost = { headers: { ...eve, host: 'localhost' } };
  const add = async (device: Authenticator) => {
    const { json } = await call('POST /api/v1/passkey/options', atLocalhost);
    return call('POST /api/v1/passkey', { ...atLocalhost, body: device.register(json.results) });
  };
  const device = new Authenticator();
  const passkey = (await add(device)).json.results;
  const toLogIn = (await call('POST /login/passkey/options', { headers: { host: 'localhost' } })).json.results;
  await call('POST /login/passkey', { body: device.answer(toLogIn), headers: { host: 'localhost' } });
  await call('GET /api/v1/passkey', { headers: eve });
  const renamed = { path: [passkey.key_idx], body: { name: 'Phone' }, headers: eve };
  await call('PUT /api/v1/passkey/{key_idx}', renamed);
  await call('DELETE /api/v1/passkey/{key_idx}', { path: [passkey.key_idx], headers: eve });
  await add(new Authenticator());
  await call('DELETE /api/v1/staff/{staff_idx}/passkey', { path });
  await call('POST /api/v1/staff/me/single_sign_on', { body: proof, headers: eve });
  await call('DELETE /api/v1/staff/{staff_idx}/single_sign_on', { path });
  const [session] = (await call('GET /api/v1/staff/{staff_idx}/sessions', { path })).json.results;
  await call('DELETE /api/v1/staff/{staff_idx}/sessions/{session_id}', { path: [staff_idx, session.session_id] });
  await call('DELETE /api/v1/staff/{staff_idx}/sessions', { path });
  await call('PUT /api/v1/staff/{staff_idx}', { path, body: { name: 'Eva', version } });
  await call('PUT /api/v1/staff/{staff_idx}/password', { path, body: {} });
  await call('PUT /api/v1/staff/{staff_idx}', { path, body: { disabled: true } });
  await call('GET /api/v1/staff/{staff_idx}/belongings', { path });
  const [ada] = (await call('GET /api/v1/staff')).json.results;
  await call('POST /api/v1/staff/{staff_idx}/handover', { path, body: { to: ada.staff_idx, what: 'all' } });
  await call('POST /logout', { headers: { cookie: '', accept: 'application/json' } });
  await call('POST /logout', { headers: { cookie: '' } });
  await call('GET /api/v1/spreadsheet/account');
  const { key_idx, key } = (await call('POST /api/v1/api_key', { body: { name: 'Portal', scope: 'read' } })).json
    .results;
  // A stream ends when its key is revoked; one that is opened later is refused.
  const stream = call('GET /portal/v1/changes', {
    query: { from: 'now' },
    headers: { authorization: `Bearer ${key}` },
  });
  await until(async () => (await call('GET /api/v1/api_key')).json.results[0].last_used_at > 0);
  await call('DELETE /api/v1/api_key/{key_idx}', { path: [key_idx] });
  const helper = { name: 'Robin', scope: 'assistant', may: ['read'] };
  const assistant = (await call('POST /api/v1/api_key', { body: helper })).json.results;
  await call('POST /api/v1/api_key/{key_idx}/replace', { path: [assistant.key_idx], body: {} });
  const program = (await call('POST /api/v1/api_key', { body: { name: 'Night', scope: 'staff' } })).json.results;
  await call('GET /api/v1/api_key/{key_idx}/use', { path: [program.key_idx] });
  await call('GET /api/v1/api_key/own', { headers: { authorization: `Bearer ${program.key}` } });
  await stream;
}

export async function useWebhooks(call: Caller): Promise<void> {
  // Nothing listens there, and nothing waits for a response.
  const body = { name: 'Portal', url: 'http://127.0.0.1:9/hook', kinds: ['book'], active: false };
  const { wh_idx } = (await call('POST /api/v1/webhook', { body })).json.results;
  const path = [wh_idx];
  await call('GET /api/v1/webhook');
  await call('GET /api/v1/webhook/{wh_idx}', { path });
  await call('POST /api/v1/webhook/{wh_idx}/test', { path });
  await call('GET /api/v1/webhook/{wh_idx}/delivery', { path, query: { state: 'failed' } });
  await call('PUT /api/v1/webhook/{wh_idx}', { path, body: { active: true, version } });
  await call('POST /api/v1/webhook/{wh_idx}/replay', { path, body: { since: 0 } });
  await call('POST /api/v1/webhook/{wh_idx}/secret', { path });
  await call('DELETE /api/v1/webhook/{wh_idx}', { path });
}
