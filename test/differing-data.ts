import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { versionChecks } from '#kernel/records/version-checks.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { queriesOn } from '#src/backup/installation.ts';
import { features } from '#src/features.ts';
import { schemaChecks } from '#src/verify/schema-checks.ts';
import { differingFiles } from '#src/verify/stored-files.ts';
import type { Office } from './app.ts';

/** What `npm run verify` would find in a running office: the name of each check and the records that differ. */
export async function differingData({ databaseUrl, storage }: Office): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await findDiffering(queriesOn(client), storage);
  } finally {
    await client.end();
  }
}

async function findDiffering(db: Kysely<unknown>, storage: Storage): Promise<string[]> {
  const checks = [...(await schemaChecks(db)), ...versionChecks, ...features.flatMap((one) => one.checks ?? [])];
  const found: string[] = [];
  for (const { name, differing } of checks) {
    const { rows } = await sql<{ record: string }>`select record from (${differing}) differing`.execute(db);
    found.push(...rows.map(({ record }) => `${name}: ${record}`));
  }
  for (const check of features.flatMap((one) => one.fileChecks ?? [])) {
    const { some } = await differingFiles(db, storage, check);
    found.push(...some.map(({ record }) => `${check.name}: ${record}`));
  }
  return found;
}
