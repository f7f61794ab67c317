import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { kernelExported } from '#kernel/mount/kernel-exported.ts';
import { features } from '#src/features.ts';
import { testDatabase } from '#test/test-database.ts';
import type { TestDatabase } from '#test/postgres.ts';

const all = [kernelExported, ...features.flatMap(({ exported }) => exported ?? [])];
const tables = all.flatMap((one) => one.tables);
const without = all.flatMap((one) => Object.keys(one.without ?? {}));
const filled = all.flatMap((one) => Object.keys(one.filled ?? {}));

interface Column {
  name: string;
  table: string;
  type: string;
  required: boolean;
}

let database: TestDatabase;
let columns: Column[];
beforeAll(async () => {
  database = await testDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<Column>(`
    select c.relname || '.' || attname as name, c.relname as table, format_type(atttypid, null) as type,
      attnotnull and not atthasdef and attidentity = '' as required
    from pg_attribute a join pg_class c on c.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and attnum > 0
      and not attisdropped and attgenerated = '' and relname not like 'migration%'`);
  columns = rows;
  await client.end();
});
afterAll(() => database.drop());

test('An export of the office has every table, or says why not, each once', () => {
  const stored = [...new Set(columns.map(({ table }) => table))].toSorted();
  const declared = [...tables, ...without.filter((name) => !name.includes('.'))].filter(
    (name) => !name.startsWith('pgboss.'),
  );
  expect(declared.toSorted()).toEqual(stored);
  expect(new Set(tables).size).toBe(tables.length);
});

test('What an export leaves out or an import fills in is there, and what a row must have is filled in', () => {
  const there = new Set(columns.map(({ name }) => name));
  const ofColumns = without.filter((name) => name.includes('.'));
  expect([...ofColumns, ...filled].filter((name) => !there.has(name))).toEqual([]);
  const needed = columns.filter(({ name, required }) => required && ofColumns.includes(name)).map(({ name }) => name);
  expect(needed.filter((name) => !filled.includes(name))).toEqual([]);
});

test('No column that may hold a secret leaves: bytes, what is sealed, and what is called so', () => {
  const sealed = features.flatMap((feature) => feature.sealed ?? []).map(({ table, column }) => `${table}.${column}`);
  const isSecret = ({ name, type }: Column) =>
    type === 'bytea' || sealed.includes(name) || /\.[^.]*(password|secret|token|hash)[^.]*(?<!_until)$/.test(name);
  const leaving = columns.filter(({ name, table }) => tables.includes(table) && !without.includes(name));
  expect(sealed.length).toBeGreaterThan(4);
  expect(leaving.filter(isSecret).map(({ name }) => name)).toEqual([]);
});
