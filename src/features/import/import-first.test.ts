import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { type Office, startOffice } from '#test/app.ts';
import { applyImport } from './apply/import-apply.service.ts';
import { importRow } from './import.factory.ts';
import { importDesk } from './import.fixture.ts';
import { getImport } from './record/import.service.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice({ jobs: true });
});
afterAll(() => office.close());
const desk = importDesk(() => office);

const known = async () => {
  const { rows } = await sql<{ reltuples: number }>`
    select reltuples from pg_class where oid = 'book'::regclass`.execute(office.db);
  return rows[0]?.reltuples;
};

test('the first import of a library is not planned as if its books were few, though statistics are collected while it runs', async () => {
  await desk.clear();
  const id = await desk.stage(Array.from({ length: 1500 }, (_, n) => importRow(100 + n)));
  expect((await office.admin.put(`/api/v1/import/${id}`, { create_missing: true })).status).toBe(200);
  const before = await known();
  await office.app.work.write(systemCaller('test'), async (ctx) => {
    await applyImport(ctx, await getImport(ctx, id), { report: () => undefined });
    // As PostgreSQL does by itself: what is locked is left for later.
    await sql`analyze (skip_locked) book`.execute(office.db);
    expect(await known()).toBe(before);
  });
  expect(await known()).toBe(1503);
});
