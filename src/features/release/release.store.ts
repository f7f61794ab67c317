import { type RawBuilder, sql } from 'kysely';
import { columnsOfSets, type StoredSet } from '#kernel/changesets/stored-sets.ts';
import type { Database } from '#kernel/db/database.ts';
import { countFound } from '#kernel/db/list-page.ts';
import { secondsOrZero } from '#kernel/db/seconds.ts';
import type { Step } from '#kernel/records/undoable.ts';
import { openStatuses, type Status, statuses } from './release.rules.ts';

/** A stored release. Times in seconds, 0 for none. */
export interface StoredRelease extends StoredSet {
  rel_idx: number;
  name: string;
  status: Status;
  act_idx: number | null;
  ended_at: number;
}

/** The columns of releases `r`. */
export const columns: RawBuilder<unknown> = columnsOfSets(
  'rel_idx',
  sql`r.name, r.act_idx, ${secondsOrZero('r.ended_at')} as ended_at`,
);

/** The scheduled releases whose time has come by then, in seconds. */
export async function listDue(db: Database, until: number): Promise<StoredRelease[]> {
  const { rows } = await sql<StoredRelease>`
    select ${columns} from release r where status = 'scheduled' and apply_at <= to_timestamp(${until})`.execute(db);
  return rows;
}

/** The releases with how many changes each has: the open ones by their time, then the others, the latest first. */
export async function listReleases(
  db: Database,
  { only = statuses, limit, offset = 0 }: { only?: readonly Status[]; limit: number; offset?: number },
): Promise<(StoredRelease & { count: number })[]> {
  const { rows } = await sql<StoredRelease & { count: number }>`
    select ${columns}, (select count(*)::integer from release_change c where c.rel_idx = r.rel_idx) as count
    from release r where status = any(${only}::text[])
    order by (status <> all(${openStatuses}::text[])), coalesce(r.ended_at, 'infinity') desc, r.apply_at nulls last,
      rel_idx desc
    limit ${limit} offset ${offset}`.execute(db);
  return rows;
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
