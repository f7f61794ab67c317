import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Kysely, sql } from 'kysely';
import { expect } from 'vitest';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { type Office, type OfficeOptions, startOffice } from '#test/app.ts';
import { type Anchor, examineTrail } from './proof.public.ts';

/** An office that seals its trail, and what is found when the trail is examined. */
export interface SealingOffice extends Office {
  dataDir: string;
  /** Waits until all rows that are committed are sealed. */
  sealed(): Promise<void>;
  /** The records that differ, and how, after all is sealed. */
  differing(anchor?: Anchor): Promise<string[]>;
  /** The numbers of the trail's rows in the order in which they were sealed. */
  order(): Promise<number[]>;
  /** Changes rows past the product. */
  alter(statement: string): Promise<void>;
  anchor(): Promise<Anchor>;
  /** Another instance, of the same installation. */
  beside(): Promise<Office>;
}

export async function startSealing(options: OfficeOptions = {}): Promise<SealingOffice> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'trail-'));
  const environment = { ...options.environment, DATA_DIR: dataDir };
  const office = await startOffice({ jobs: true, ...options, environment });
  const sealed = async () => {
    await expect
      .poll(async () => {
        const { rows } = await sql<{ left: number }>`
          select (select count(*) from audit) - count(*) as left from trail_seal, unnest(idxs) idx
          where exists (select from audit where audit_idx = idx)`.execute(office.db);
        return rows[0]?.left;
      })
      .toBe(0);
  };
  return {
    ...office,
    dataDir,
    sealed,
    async differing(anchor) {
      const { some } = await examineTrail(office.db as Kysely<unknown>, { dataDir }, anchor);
      return some.map(({ record, stored }) => `${record}: ${stored}`);
    },
    async order() {
      const { rows } = await sql<{ idx: number }>`
        select idx from trail_seal, unnest(idxs) with ordinality u (idx, place) order by rows, place`.execute(
        office.db,
      );
      return rows.map(({ idx }) => idx);
    },
    alter: (statement) =>
      sql
        .raw(statement)
        .execute(office.db)
        .then(() => undefined),
    anchor: async () => (await office.admin.get('/api/v1/trail/anchor')).json.results,
    beside: () => startOffice({ jobs: true, beside: office, environment }),
    async close() {
      await office.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

/** Adds an entry in a transaction of its own, which ends when the answered function is called. */
export async function addEntryLater(office: Office, name: string): Promise<() => Promise<void>> {
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const written = office.app.work.write(systemCaller('test'), async ({ db, now }) => {
    await db
      .insertInto('audit')
      .values({ at: now.toISOString(), entity: 'category', entity_id: name, action: 'category.created' })
      .execute();
    begun.resolve();
    await end.promise;
  });
  await begun.promise;
  return async () => {
    end.resolve();
    await written;
  };
}
