import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../test-database.ts';
import type { TestDatabase } from '../postgres.ts';
import { schemaSql, schemaSqlFile } from '../schema-sql.ts';
import { schemaTypes, schemaTypesFile } from '../schema-types.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

test('the types of the tables match the migrated database; `npm run generate` writes them', async () => {
  const types = await schemaTypes(database.url);
  expect(types).toContain('export interface Audit {');
  expect(await readFile(schemaTypesFile, 'utf8')).toBe(types);
});

test('db/schema.sql matches the migrated database; `npm run generate` writes it', async () => {
  const schema = await schemaSql(database.url);
  expect(schema).toContain('create table audit (');
  expect(await readFile(schemaSqlFile, 'utf8')).toBe(schema);
});
