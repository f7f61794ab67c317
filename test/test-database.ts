import { inject } from 'vitest';
import { cloneDatabase, type TestDatabase, type TestServer } from './postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: TestServer;
  }
}

/** A separate database for a test file: every table, no rows. Drop it when the file is done. */
export function testDatabase(): Promise<TestDatabase> {
  return cloneDatabase(inject('postgres'));
}
