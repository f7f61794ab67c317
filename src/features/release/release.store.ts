import { sql } from 'kysely';
import type { StoredSet } from '#kernel/changesets/stored-sets.ts';
import type { Database } from '#kernel/db/database.ts';
import { countFound } from '#kernel/db/list-page.ts';
import { secondsOrZero } from '#kernel/db/seconds.ts';
import type { FieldProblem } from '#kernel/messages/errors.ts';
import type { Step } from '#kernel/records/undoable.ts';
import type { Status } from './release.rules.ts';

/** A stored release. Times in seconds, 0 for none. */
export interface StoredRelease extends StoredSet {
  rel_idx: number;
  name: string;
  status: Status;
  act_idx: number | null;
  ended_at: number;
}

const columns = [
  'rel_idx',
  'name',
  secondsOrZero('apply_at').as('apply_at'),
  'zone',
  sql<Status>`status`.as('status'),
  sql<FieldProblem | null>`problem`.as('problem'),
  'awaits',
  'act_idx',
  secondsOrZero('ended_at').as('ended_at'),
  secondsOrZero('created_at').as('created_at'),
  'created_by',
  secondsOrZero('updated_at').as('updated_at'),
  'updated_by',
  'version',
] as const;

const one = (db: Database, relIdx: number) => db.selectFrom('release').select(columns).where('rel_idx', '=', relIdx);

export const findRelease = (db: Database, relIdx: number): Promise<StoredRelease | undefined> =>
  one(db, relIdx).executeTakeFirst();

/** Locks a release until the transaction ends. */
export const lockRelease = (db: Database, relIdx: number): Promise<StoredRelease | undefined> =>
  one(db, relIdx).forUpdate().executeTakeFirst();

/** The scheduled releases whose time has come by then, in seconds. */
export const listDue = (db: Database, until: number): Promise<StoredRelease[]> =>
  db
    .selectFrom('release')
    .select(columns)
    .where('status', '=', 'scheduled')
    .where(sql<boolean>`apply_at <= to_timestamp(${until})`)
    .execute();

/** The releases with how many changes each has: the open ones by their time, then the others, the latest first. */
export async function listReleases(
  db: Database,
  { only, limit, offset = 0 }: { only?: readonly Status[]; limit: number; offset?: number },
): Promise<(StoredRelease & { count: number })[]> {
  const isOpen = sql`case when status in ('draft', 'scheduled', 'failed') then 0 else 1 end`;
  return db
    .selectFrom('release')
    .select(columns)
    .select(sql<number>`(select count(*)::integer from release_change c where c.rel_idx = release.rel_idx)`.as('count'))
    .where('status', 'in', [...(only ?? (['draft', 'scheduled', 'failed', 'applied', 'cancelled'] as const))])
    .orderBy(isOpen)
    .orderBy(sql`coalesce(ended_at, 'infinity')`, 'desc')
    .orderBy(sql`apply_at nulls last`)
    .orderBy('rel_idx', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** How many releases have this status, or any: as exact as lists count. */
export const countReleases = (db: Database, status: Status | undefined): Promise<number> =>
  countFound(db, sql`select from release where ${status ?? null}::text is null or status = ${status ?? null}`);

/** What applying a release did, by its act. */
export async function findSteps(db: Database, act: number): Promise<Step[]> {
  const row = await db
    .selectFrom('release')
    .select(sql<Step[]>`coalesce(steps, '[]')`.as('steps'))
    .where('act_idx', '=', act)
    .executeTakeFirst();
  return row?.steps ?? [];
}
