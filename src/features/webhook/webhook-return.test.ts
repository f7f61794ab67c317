import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { differingData } from '#test/differing-data.ts';
import { must } from '#test/must.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice({ environment: { WEBHOOK_PRIVATE: 'allow' } });
});
afterAll(() => office.close());

const api = '/api/v1/webhook';
const add = async () => must(await office.admin.post(api, { name: 'City portal', url: 'http://127.0.0.1:9/' }));
const row = async (key: number) =>
  (
    await sql<Record<string, unknown>>`
      select to_jsonb(w) - 'secret' - 'active' as row, secret, active from webhook w where wh_idx = ${key}`.execute(
      office.db,
    )
  ).rows[0];

test('A deleted webhook comes back paused where it was in the changes, with another secret and without its deliveries', async () => {
  const { wh_idx: key } = await add();
  await sql`
    insert into webhook_delivery (wh_idx, msg_id, kind, payload, created_at) values (${key}, 'm', 'book', '{}', now())`.execute(
    office.db,
  );
  const { figures } = must(await office.admin.get(`/api/v1/reference/webhook/${key}`));
  expect(figures).toEqual([
    'The record of 1 delivery is deleted too.',
    'Undo brings the webhook back paused, without the records of its deliveries. Its secret ends: make a new one before you start it.',
  ]);
  const before = await row(key);
  const { act_idx: act } = must(await office.admin.delete(`${api}/${key}`));
  const { rows: stored } = await sql<{ rows: object[] }>`select rows from act_part`.execute(office.db);
  expect(JSON.stringify(stored)).not.toContain('secret');
  expect(must(await office.admin.undo(act))).toMatchObject({ back: 1, kept: 0 });
  const after = await row(key);
  expect(after).toMatchObject({ row: before?.['row'], active: false });
  expect(after?.['secret']).not.toEqual(before?.['secret']);
  expect(must(await office.admin.get(`${api}/${key}/delivery`))).toEqual([]);
  expect(must(await office.admin.post(`${api}/${key}/secret`)).secret).toMatch(/^whsec_/);
  expect(await differingData(office)).toEqual([]);
});

test('A webhook that was just added goes when that is undone, and stays once it was edited', async () => {
  const { wh_idx: first, act_idx: act } = await add();
  must(await office.admin.undo(act));
  expect((await office.admin.get(`${api}/${first}`)).status).toBe(404);
  const { wh_idx: second, act_idx: other } = await add();
  must(await office.admin.put(`${api}/${second}`, { name: 'Other' }));
  expect((await office.admin.undo(other)).json.error.code).toBe('undo.changed_since');
});
