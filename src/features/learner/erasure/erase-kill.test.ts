import { expect, test } from 'vitest';
import { stoppedRows } from '#test/stopped-rows.ts';
import { killableOffices } from '#test/killable.ts';

const offices = killableOffices();
const { query, start, signIn } = offices;
const { stopAt, isStopped, letGo } = stoppedRows(offices);

const id = 'kim-12@school.example';

/** In how many rows of some tables the ID stands. */
const found = async () =>
  (
    await query<{ rows: number }>(
      `select (select count(*) from registration where learner_id = $1) + (select count(*) from audit where after::text like $2)
        + (select count(*) from customer where memo like $2) as rows`,
      [id, `%${id}%`],
    )
  )[0];

test('an erasure in whose middle the process is killed has erased nothing; done again, it erases all, and nothing half', {
  timeout: 180_000,
}, async () => {
  const first = await start();
  const http = await signIn(first);
  await http.results('POST', '/api/v1/customer', { cust_id: 'ACME', name: 'Acme', memo: `Asked by ${id}` });
  await http.results('POST', '/api/v1/collection', { cid: 'C1', title: 'One' });
  const times = { from: 1, until: 4_000_000_000 };
  await http.results('POST', '/api/v1/event', { name: 'Fair', cid: 'C1', code: 'FAIRFAIR2026', length: 30, ...times });
  await http.results('POST', '/api/v1/code/redeem', { code: 'FAIRFAIR2026', learner_id: id });
  const before = await found();
  expect(before).toMatchObject({ rows: expect.stringMatching(/^[3-9]$/) });
  const path = `/api/v1/learner/${encodeURIComponent(id)}/erase`;
  const body = { phrase: 'I understand', memo: 'Ticket 5131' };
  // The registration has its pseudonym by then, in the transaction.
  await stopAt('audit', { on: 'insert', at: 1 });
  const erasing = http.request('POST', path, body);
  await expect.poll(isStopped).toBe(true);
  await first.kill();
  await letGo();
  expect((await erasing).status).toBe(0);
  expect(await found()).toEqual(before);
  expect(await query("select from audit where action = 'learner.erased'")).toEqual([]);

  const second = await start({ LOG_LEVEL: '' });
  const again = await signIn(second);
  // What has the ID in its address or body, is refused, or fails, within the hour.
  const encoded = encodeURIComponent(id);
  for (const address of [
    `/api/v1/learner/${encoded}`,
    `/registration?learner_id=${encoded}`,
    `/api/v1/search?text=${encoded}`,
  ])
    await again.request('GET', address);
  await again.results('POST', '/api/v1/search', { text: id });
  await again.request('POST', '/api/v1/code/redeem', { code: 'NOSUCHCODE23', learner_id: id });
  await again.request('POST', `/api/v1/learner/${encoded}/move`, { registrations: ['x'], to: id });
  const { pseudonym } = await again.results('POST', path, body);
  expect(await found()).toEqual({ rows: '0' });
  expect(await query('select learner_id from registration')).toEqual([{ learner_id: pseudonym }]);
  expect(await query("select from audit where action = 'learner.erased'")).toHaveLength(1);
  const log = () => second.said();
  await expect.poll(() => log().split('"msg":"request').length).toBeGreaterThan(5);
  for (const text of [id, encoded, 'kim-12']) expect(log()).not.toContain(text);
  expect(await second.stop()).toBe(0);
});
