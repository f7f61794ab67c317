import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { type Office, type Person, startOffice } from '#test/app.ts';
import { ensureFirstAdmin } from './staff.public.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

const idxOf = async (staffId: string) =>
  (await office.db.selectFrom('staff').select('staff_idx').where('staff_id', '=', staffId).executeTakeFirstOrThrow())
    .staff_idx;

const admins = async () => {
  const rows = await office.db
    .selectFrom('staff')
    .select('staff_id')
    .where('is_admin', '=', true)
    .where('disabled_at', 'is', null)
    .orderBy('staff_id')
    .execute();
  return rows.map((row) => row.staff_id);
};

const put = (who: Person, idx: number, body: object) => who.put(`/api/v1/staff/${idx}`, body);

test.each([{ disabled: true }, { is_admin: false }])(
  'the last administrator cannot lose that role: %j is refused',
  async (change) => {
    const ada = await idxOf('ada');
    const refused = await put(office.admin, ada, { name: 'Not saved either', ...change });
    expect(refused).toMatchObject({ status: 422, json: { error: { code: 'staff.last_admin' } } });
    expect(await admins()).toEqual(['ada']);
    expect((await office.admin.get('/api/v1/staff')).body).not.toShow('Not saved either');
  },
);

test('a disabled administrator does not count as one', async () => {
  await office.signIn('off', true);
  await put(office.admin, await idxOf('off'), { disabled: true });
  expect((await put(office.admin, await idxOf('ada'), { disabled: true })).status).toBe(422);
});

test('of administrators who all demote each other at once, one stays', async () => {
  const ids = ['ada', 'eve', 'may', 'zoe'];
  for (let round = 0; round < 5; round++) {
    const ring = await Promise.all(
      ids.map(async (id) => ({ who: await office.signIn(id, true), idx: await idxOf(id) })),
    );
    await Promise.all(
      ring.map(({ who }, index) => put(who, ring[(index + 1) % ring.length]?.idx ?? 0, { is_admin: false })),
    );
    expect(await admins()).not.toEqual([]);
  }
});

const ensure = (config: { adminId?: string; adminPassword?: string; adminReset?: boolean }) =>
  office.app.work.write(systemCaller('start'), (ctx) =>
    ensureFirstAdmin(ctx, { adminId: undefined, adminPassword: undefined, ...config }),
  );

const signIn = (id: string, password: string) => office.stranger.post('/login', { id, password });

test('an administrator who is locked out regains access at start, without changes to other accounts', async () => {
  const lost = await office.signIn('lost', true);
  const idx = await idxOf('lost');
  const factor = { staff_idx: idx, secret: Buffer.alloc(60), last_step: 0, created_at: '2026-01-01' };
  await office.db.insertInto('second_factor').values(factor).execute();
  await office.db
    .updateTable('staff')
    .set({ disabled_at: '2026-01-01', is_admin: false })
    .where('staff_idx', '=', idx)
    .execute();
  const before = await admins();
  expect(await ensure({ adminId: 'lost', adminPassword: 'configured' })).toBeUndefined();
  expect((await signIn('lost', 'configured')).status).toBe(401);
  await ensure({ adminId: 'lost', adminPassword: 'configured', adminReset: true });
  expect((await signIn('lost', 'configured')).status).toBe(200);
  expect((await lost.get('/api/v1/staff')).status).toBe(401);
  expect(await admins()).toEqual([...before, 'lost'].toSorted());
  const last = await office.db
    .selectFrom('audit')
    .select('action')
    .where('entity_id', '=', 'lost')
    .where('entity', '=', 'staff')
    .orderBy('audit_idx', 'desc')
    .executeTakeFirst();
  expect(last?.action).toBe('staff.reset_at_start');
});

// The last tests: they start without any account.
const empty = () => office.db.deleteFrom('staff').execute();

test('the first start creates the configured administrator, and prints nothing', async () => {
  await empty();
  expect(await ensure({ adminId: 'root', adminPassword: 'configured' })).toBeUndefined();
  expect(await admins()).toEqual(['root']);
  expect((await signIn('root', 'configured')).status).toBe(200);
});

test('the first start without configuration creates admin and answers its password once', async () => {
  await empty();
  const password = await ensure({});
  expect(await admins()).toEqual(['admin']);
  expect((await signIn('admin', String(password))).status).toBe(200);
  expect(await ensure({})).toBeUndefined();
  expect(await ensure({ adminId: 'second', adminPassword: 'configured' })).toBeUndefined();
  expect(await admins()).toEqual(['admin']);
});

test('processes that start together create one administrator', async () => {
  await empty();
  const made = await Promise.all(Array.from({ length: 6 }, () => ensure({})));
  expect(made.filter((password) => password !== undefined)).toHaveLength(1);
  expect(await admins()).toEqual(['admin']);
});
