import { type Kysely, sql } from 'kysely';
import type { Config } from '#kernel/config/config.ts';
import { type Anchor, examineTrail } from '#features/proof/proof.public.ts';
import { requireRestored } from '#kernel/db/restore-marker.ts';
import { versionChecks } from '#kernel/records/version-checks.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import type { DataCheck, Difference, FileCheck } from '#kernel/work/data-check.ts';
import { openInstallation, queriesOn } from '../backup/installation.ts';
import { features } from '../features.ts';
import { schemaChecks } from './schema-checks.ts';
import { inSnapshot } from './snapshot.ts';
import { differingFiles, shown } from './stored-files.ts';

/** The result of one check. */
export interface Verified {
  name: string;
  rule: string;
  mend: string;
  /** How many records differ, and the first of them. */
  count: number;
  some: Difference[];
  seconds: number;
  /** Whether `--recount` mends it. */
  canRecount: boolean;
}

/** What to verify: checks whose names begin with one of `names`, all by default. */
interface VerifyOptions {
  names?: readonly string[];
  recount?: boolean;
  /** Where the trail stood on an earlier day. */
  anchor?: Anchor | undefined;
  onVerified?: (one: Verified) => void;
}

type Check = Omit<Verified, 'count' | 'some' | 'seconds'> & {
  run: () => Promise<{ count: number; some: Difference[] }>;
  recount?: DataCheck['recount'];
};

/**
 * Compares what is stored with itself: each check sees one moment of the database, in one statement or behind a cursor,
 * and blocks nobody. With `recount`, derived figures that differ are counted again, which blocks changes of what they
 * count.
 */
export async function verify(
  config: Config,
  { names = [], recount, anchor, onVerified }: VerifyOptions = {},
): Promise<Verified[]> {
  const installation = await openInstallation(config, 'library-office-verify');
  const client = await installation.connect();
  try {
    await requireRestored(client);
    const db = queriesOn(client);
    const all = [...(await rowChecks(db)), trailCheck(db, config, anchor), ...storageChecks(db, installation.storage)];
    const chosen = all.filter(({ name }) => names.length === 0 || names.some((one) => name.startsWith(one)));
    const verified: Verified[] = [];
    for (const one of chosen) {
      let result = await timed(one);
      if (recount && one.recount && result.count > 0) {
        const again = one.recount;
        await db.transaction().execute(async (trx) => {
          await sql`set local statement_timeout = 0`.execute(trx);
          await again({ db: trx });
        });
        result = await timed(one);
      }
      verified.push(result);
      onVerified?.(result);
    }
    return verified;
  } finally {
    await client.end();
    await installation.close();
  }
}

async function timed({ name, rule, mend, canRecount, run }: Check): Promise<Verified> {
  const began = performance.now();
  const found = await run();
  return { name, rule, mend, canRecount, ...found, seconds: Math.round((performance.now() - began) / 10) / 100 };
}

async function rowChecks(db: Kysely<unknown>): Promise<Check[]> {
  const ofFeatures = features.flatMap(({ checks = [] }) => checks);
  return [...(await schemaChecks(db)), ...versionChecks, ...ofFeatures].map(({ differing, ...check }) => ({
    ...check,
    canRecount: check.recount !== undefined,
    run: () => inSnapshot(db, (trx) => differingRows(trx, differing)),
  }));
}

async function differingRows(db: Kysely<unknown>, differing: DataCheck['differing']) {
  const { rows } = await sql<Difference & { count: number }>`
    select record, stored, expected, (count(*) over ())::float8 as count from (${differing}) differing
    order by 1, 2 limit ${sql.lit(shown)}`.execute(db);
  return { count: rows[0]?.count ?? 0, some: rows.map(({ count: _count, ...difference }) => difference) };
}

const trailCheck = (db: Kysely<unknown>, config: Config, anchor: Anchor | undefined): Check => ({
  name: 'trail',
  rule: 'Each line of the audit trail is as it was sealed, and none is missing or was added.',
  mend: 'The trail was changed past the product. Compare these lines with a backup, or with what the receiver of the trail has.',
  canRecount: false,
  run: () => inSnapshot(db, (trx) => examineTrail(trx, config, anchor)),
});

function storageChecks(db: Kysely<unknown>, storage: Storage): Check[] {
  const mend =
    'Copy missing files from a backup, or upload them again. What no row refers to was left behind: the nightly sweep removes it.';
  return features
    .flatMap(({ fileChecks = [] }): readonly FileCheck[] => fileChecks)
    .map((check) => ({
      name: `${check.name}.files`,
      rule: `The files of ${check.name} are in the storage, in the size that is stored, and no others.`,
      mend,
      canRecount: false,
      run: () => differingFiles(db, storage, check),
    }));
}
