import { sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import { countFound } from '#kernel/db/list-page.ts';
import { secondsOrZero } from '#kernel/db/seconds.ts';
import type { FieldProblem } from '#kernel/messages/errors.ts';
import type { Step } from '#kernel/records/undoable.ts';
import { actorName } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import type { Status } from './release.rules.ts';

/** A stored release. Times in seconds, 0 for none. */
export interface StoredRelease {
  rel_idx: number;
  name: string;
  apply_at: number;
  zone: string;
  status: Status;
  problem: FieldProblem | null;
  act_idx: number | null;
  ended_at: number;
  created_at: number;
  created_by: string | null;
  updated_at: number;
  updated_by: string | null;
  version: number;
}

const columns = [
  'rel_idx',
  'name',
  secondsOrZero('apply_at').as('apply_at'),
  'zone',
  sql<Status>`status`.as('status'),
  sql<FieldProblem | null>`problem`.as('problem'),
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

type Written = Pick<StoredRelease, 'name' | 'zone' | 'status' | 'problem' | 'act_idx' | 'ended_at'> & {
  apply_at: number;
  steps: readonly Step[];
};

const timeOf = (seconds: number) => (seconds === 0 ? null : new Date(seconds * 1000).toISOString());

export async function insertRelease(
  ctx: Context,
  { name, zone, apply_at, status }: Pick<StoredRelease, 'name' | 'zone' | 'apply_at' | 'status'>,
): Promise<number> {
  const at = ctx.now.toISOString();
  const by = actorName(ctx.actor);
  const { rel_idx } = await ctx.db
    .insertInto('release')
    .values({
      name,
      zone,
      status,
      apply_at: timeOf(apply_at),
      created_at: at,
      created_by: by,
      updated_at: at,
      updated_by: by,
    })
    .returning('rel_idx')
    .executeTakeFirstOrThrow();
  return rel_idx;
}

/** Writes these columns, and the version and time of the change. */
export async function updateRelease(
  ctx: Context,
  relIdx: number,
  { apply_at, ended_at, problem, steps, ...plain }: Partial<Written>,
): Promise<void> {
  await ctx.db
    .updateTable('release')
    .set((row) => ({
      ...plain,
      ...(apply_at !== undefined && { apply_at: timeOf(apply_at) }),
      ...(ended_at !== undefined && { ended_at: timeOf(ended_at) }),
      ...(problem !== undefined && { problem: problem && JSON.stringify(problem) }),
      ...(steps !== undefined && { steps: JSON.stringify(steps) }),
      updated_at: ctx.now.toISOString(),
      updated_by: actorName(ctx.actor),
      version: row('version', '+', 1),
    }))
    .where('rel_idx', '=', relIdx)
    .execute();
}

/** What applying a release did, by its act. */
export async function findSteps(db: Database, act: number): Promise<Step[]> {
  const row = await db
    .selectFrom('release')
    .select(sql<Step[]>`coalesce(steps, '[]')`.as('steps'))
    .where('act_idx', '=', act)
    .executeTakeFirst();
  return row?.steps ?? [];
}
