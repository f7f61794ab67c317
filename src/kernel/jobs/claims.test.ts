import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { systemCaller } from '../work/unit-of-work.ts';
import type { Context } from '../work/context.ts';
import { claimsOn } from './claims.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
  await sql`create table parcel (n integer primary key, claim uuid, claimed_until timestamptz)`.execute(office.db);
});
afterAll(() => office.close());
beforeEach(() =>
  sql`truncate parcel`.execute(office.db).then(() =>
    sql`
  insert into parcel values (1), (2), (3)`.execute(office.db),
  ),
);

const claims = claimsOn({ table: 'parcel', key: 'n', seconds: 60 });
const [one, another] = [crypto.randomUUID(), crypto.randomUUID()];
const within = <T>(act: (ctx: Context) => Promise<T>) => office.app.work.write(systemCaller('test'), act);
const take = (claim: string, limit = 1) =>
  within((ctx) => claims.take(ctx, claim, { where: sql`n < 3 or n = 3`, order: sql`n desc`, limit }));

test('each row is worked on by one process, the first in the order before the others', async () => {
  expect(await take(one)).toEqual([3]);
  expect(new Set(await take(another, 5))).toEqual(new Set([1, 2]));
  expect(await take(one, 5)).toEqual([]);
});

test('what another process claims at this moment is skipped, not waited for', async () => {
  await within(async (ctx) => {
    expect(await claims.take(ctx, one, { where: sql`true`, order: sql`n`, limit: 2 })).toHaveLength(2);
    expect(await take(another, 5)).toEqual([3]);
  });
});

test('what a process that died had claimed is free once the moment has passed, by the clock of the database', async () => {
  await take(one, 5);
  office.clock.advance(3_600_000);
  expect(await take(another, 5)).toEqual([]);
  await sql`update parcel set claimed_until = now() where n = 2`.execute(office.db);
  expect(await take(another, 5)).toEqual([2]);
});

test('a process whose row is another’s by now neither extends nor ends the claim', async () => {
  await take(one);
  await sql`update parcel set claimed_until = now()`.execute(office.db);
  expect(await take(another)).toEqual([3]);
  expect(await within((ctx) => claims.extend(ctx, one, 3))).toBe(false);
  expect(await within((ctx) => claims.end(ctx, one, 3))).toBe(false);
  expect(await within((ctx) => claims.extend(ctx, another, 3))).toBe(true);
  expect(await within((ctx) => claims.end(ctx, another, 3))).toBe(true);
  expect(await take(one)).toEqual([3]);
});
