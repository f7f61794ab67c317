import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { redeemDesk } from '#features/registration/registration.fixture.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { features } from '#src/features.ts';
import { rotateSecret } from '#src/operations/rotation.ts';
import { must } from '#test/must.ts';
import { type SealingOffice, startSealing } from './proof.fixture.ts';

let office: SealingOffice;
const desk = redeemDesk(() => office);
beforeAll(async () => {
  office = await startSealing();
});
afterAll(() => office.close());

test('a learner who is erased leaves no false alarm, and their entry cannot be altered once more', async () => {
  const [code = ''] = await desk.issueCodes(1, { length: 90 });
  const { reg_idx } = must(await desk.redeem(code, 'mia-4711'));
  must(await office.admin.post('/api/v1/learner/mia-4711/move', { registrations: [reg_idx], to: 'noa' }));
  await office.sealed();
  must(await office.admin.post('/api/v1/learner/mia-4711/erase', { phrase: 'I understand' }));
  await office.sealed();
  const { rows } = await sql<{ audit_idx: number }>`select audit_idx from trail_amended`.execute(office.db);
  expect(rows.length).toBeGreaterThan(0);
  expect(await office.differing()).toEqual([]);

  const entry = rows[0]?.audit_idx;
  await office.alter(`update audit set actor = 'eve' where audit_idx = ${entry}`);
  expect(await office.differing()).toEqual([expect.stringContaining(`line ${entry}: altered`)]);
  await office.alter(`update audit set actor = 'ada' where audit_idx = ${entry}`);
  expect(await office.differing()).toEqual([]);
});

test('entries that are kept no longer leave no false alarm, but only those', async () => {
  await office.admin.post('/api/v1/category', { title: 'Poems' });
  office.clock.advance(400 * 86_400_000);
  const admin = await office.signIn('ada', true);
  must(await admin.put('/api/v1/setting/retention.audit', { value: 12 }));
  await admin.post('/api/v1/category', { title: 'Plays' });
  await office.sealed();
  const [first = 0] = await office.order();
  await office.app.work.write(systemCaller('test'), (ctx) => office.app.jobs.send(ctx, 'retention', {}));
  const isThere = async () =>
    (await office.db.selectFrom('audit').select('audit_idx').where('audit_idx', '=', first).execute()).length > 0;
  await expect.poll(isThere).toBe(false);
  await office.sealed();
  expect(await office.differing()).toEqual([]);

  const { rows } = await sql<{ young: number }>`select max(audit_idx) as young from audit`.execute(office.db);
  await office.alter(`delete from audit where audit_idx = ${rows[0]?.young}`);
  // Nor does it help to say that it was kept no longer.
  await office.alter(`update trail_chain set pruned = ${rows[0]?.young}`);
  expect(await office.differing()).toContain(`line ${rows[0]?.young}: removed`);
});

test('the chain goes on after the secret is replaced, and without its secret the office says that nothing is sealed', async () => {
  const other = await startSealing();
  await other.admin.post('/api/v1/category', { title: 'Poems' });
  await other.sealed();
  const columns = features.flatMap(({ sealed = [] }) => sealed);
  await rotateSecret({ work: other.app.work, config: { dataDir: other.dataDir } }, columns);
  const secret = path.join(other.dataDir, 'secret');
  const [fresh = ''] = (await readFile(secret, 'utf8')).split('\n');
  await writeFile(secret, `${fresh}\n`);
  await other.admin.post('/api/v1/category', { title: 'Plays' });
  await other.sealed();
  expect(await other.differing()).toEqual([]);

  await writeFile(secret, `${'x'.repeat(64)}\n`);
  const doctor = async () => (await other.admin.get('/api/v1/doctor?check=trail')).json.results[0];
  await expect.poll(doctor).toMatchObject({ state: 'bad' });
  expect(await other.differing()).toEqual(['the key of the chain: one that cannot be opened']);
  await other.close();
});
