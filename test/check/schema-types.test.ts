import { expect, test } from 'vitest';
import { testDatabase } from '../database.ts';
import { schemaTypes, writtenSchemaTypes } from '../schema-types.ts';

test('the types of the tables match the migrated database; `npm run types` writes them', async () => {
  const database = await testDatabase();
  const types = await schemaTypes(database.url).finally(database.drop);
  expect(types).toContain('export interface Audit {');
  expect(await writtenSchemaTypes()).toBe(types);
});
