import { sql } from 'kysely';
import { secondsOf, secondsOrZero } from '#kernel/db/seconds.ts';
import type { ApprovalRule } from '#kernel/desk/approvals.ts';
import type { GivenCall, Plan, PlannedChange, Proposal } from '#kernel/work/approval.ts';
import type { Context } from '#kernel/work/context.ts';
import { daySeconds, type ShortLived } from '#kernel/work/short-lived.ts';

export const approvalStatuses = ['waiting', 'approved', 'applied', 'overridden', 'returned', 'withdrawn'] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

/** An act that waits for another person, or did, as lists have it. Times in seconds, 0 for none. */
export interface ListedApproval {
  appr_idx: number;
  kind: ApprovalRule;
  status: ApprovalStatus;
  /** The release or scheduled change that it is about, in place of a call. */
  entity: string | null;
  entity_id: string | null;
  title: string;
  /** How many changes are planned. */
  count: number;
  planners: string[];
  created_at: number;
  created_by: string;
  changed_at: number;
  decided_at: number;
  decided_by: string | null;
  message: string | null;
  version: number;
  /** The key and the name of the assistant that proposed it for "created_by", if any. */
  key_idx: number | null;
  assistant: string | null;
  /** What the assistant says about it: a text that is only shown. */
  why: string | null;
  /** The rule that a proposal falls under; null if its own person may apply it. */
  needs: ApprovalRule | null;
}

/** A value of a field, as a call takes it. */
export type FieldValue = string | number | boolean | null;

/** What a person wants otherwise than it was proposed: changes by their place in the plan, fields by their path. */
export interface PlanEdits {
  left: { change: number; path?: string[] | undefined }[];
  values: { change: number; path: string[]; value: FieldValue }[];
}

/** Changes that were proposed and are left out, and fields from what was proposed to what they get. */
export interface EditedParts {
  left: PlannedChange[];
  edited: PlannedChange[];
}

/** What a person has edited of a plan; `asked` is what they asked for last. The time is in seconds. */
export interface StoredEdits extends EditedParts {
  asked: PlanEdits;
  by: string;
  at: number;
}

/** What was proposed, with the edits of before it: of a plan that has meanwhile taken the place of an edited one. */
export interface GivenPlan {
  call: GivenCall;
  plan: Plan;
  edits: StoredEdits | null;
}

export interface ApprovalRow extends ListedApproval {
  call: GivenCall | null;
  plan: Plan;
  digest: string;
  /** What was proposed, and what a person has edited of it since; null unless somebody has. */
  given: GivenPlan | null;
  edits: StoredEdits | null;
}

const listed = sql`appr_idx, kind, status, entity, entity_id, title, (plan ->> 'count')::integer as count, planners, created_by,
  decided_by, message, version, key_idx, assistant, why, needs, ${secondsOf('created_at')} as created_at, ${secondsOrZero('changed_at')} as changed_at,
  ${secondsOrZero('decided_at')} as decided_at`;
const columns = sql`${listed}, call, plan, digest, given, edits`;

export async function findApproval({ db }: Context, apprIdx: number): Promise<ApprovalRow | undefined> {
  const { rows } = await sql<ApprovalRow>`select ${columns} from approval where appr_idx = ${apprIdx}`.execute(db);
  return rows[0];
}

export async function lockApproval({ db }: Context, apprIdx: number): Promise<ApprovalRow | undefined> {
  const { rows } = await sql<ApprovalRow>`
    select ${columns} from approval where appr_idx = ${apprIdx} for update`.execute(db);
  return rows[0];
}

/** The approval of a set of changes that is not over, locked. */
export async function lockApprovalOf({ db }: Context, entity: string, id: string): Promise<ApprovalRow | undefined> {
  const { rows } = await sql<ApprovalRow>`
    select ${columns} from approval where entity = ${entity} and entity_id = ${id}
      and status in ('waiting', 'approved', 'returned') for update`.execute(db);
  return rows[0];
}

// What does not make a call another one than an earlier one.
const bySending = sql`array['key', 'program']`;

/** One that waits for this very call with this very plan of the same person or assistant: it was sent twice. */
export async function findWaiting(
  { db }: Context,
  { call, digest, by, keyIdx }: { call: GivenCall; digest: string; by: string; keyIdx: number | undefined },
): Promise<number | undefined> {
  const { rows } = await sql<{ appr_idx: number }>`
    select appr_idx from approval where status = 'waiting' and created_by = ${by} and digest = ${digest}
      and call - ${bySending} = ${JSON.stringify(call)}::jsonb - ${bySending} and key_idx is not distinct from ${keyIdx ?? null}::integer limit 1`.execute(
    db,
  );
  return rows[0]?.appr_idx;
}

/** One that waits for a call of the same person under the same `Idempotency-Key`, whatever that asks for; locked. */
export async function lockWaitingUnder(
  { db }: Context,
  { key, by }: { key: string; by: string },
): Promise<ApprovalRow | undefined> {
  const { rows } = await sql<ApprovalRow>`
    select ${columns} from approval where status = 'waiting' and created_by = ${by} and call ->> 'key' = ${key}
    limit 1 for update`.execute(db);
  return rows[0];
}

// A screenful.
const mostListed = 200;

// What an assistant proposes needs no second person unless it falls under a rule.
const needsAnother = sql<boolean>`(assistant is null or needs is not null)`;

/** The newest ones of a status. */
export async function listApprovals({ db }: Context, status: ApprovalStatus): Promise<ListedApproval[]> {
  const { rows } = await sql<ListedApproval>`
    select ${listed} from approval where status = ${status} and ${needsAnother} order by appr_idx desc limit ${mostListed}`.execute(
    db,
  );
  return rows;
}

/** The newest proposals of assistants: of a key, for a person, or all. */
export async function listProposed(
  { db }: Context,
  { keyIdx, by, status }: { keyIdx?: number; by?: string; status?: ApprovalStatus | undefined },
): Promise<ListedApproval[]> {
  const of = keyIdx !== undefined ? sql`key_idx = ${keyIdx}` : by !== undefined ? sql`created_by = ${by}` : sql`true`;
  const { rows } = await sql<ListedApproval>`
    select ${listed} from approval where assistant is not null and ${of}
      and ${status === undefined ? sql`true` : sql`status = ${status}`} order by appr_idx desc limit ${mostListed}`.execute(
    db,
  );
  return rows;
}

/** The newest that wait or were sent back to their planner, and those that somebody applied alone since a time in seconds. */
export async function listPending({ db }: Context, since: number, limit: number): Promise<ListedApproval[]> {
  const { rows } = await sql<ListedApproval>`
    (select ${listed} from approval where status = 'waiting' or (status = 'returned' and assistant is null)
     order by appr_idx desc limit ${limit})
    union all
    (select ${listed} from approval where decided_at >= to_timestamp(${since})
       and (status = 'overridden' or (status = 'approved' and message is not null))
     order by appr_idx desc limit ${limit})`.execute(db);
  return rows;
}

/** When sets of changes of a kind are to be applied, in seconds, by id. */
export async function listTimes(
  { db }: Context,
  { entity, key }: { entity: string; key: string },
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; apply_at: number }>`
    select ${sql.ref(key)}::text as id, ${secondsOf('apply_at')} as apply_at from ${sql.table(entity)}
    where ${sql.ref(key)} = any(${ids}::integer[]) and apply_at is not null`.execute(db);
  return new Map(rows.map(({ id, apply_at }) => [id, apply_at]));
}

interface NewApproval {
  kind: ApprovalRule;
  title: string;
  plan: Plan;
  digest: string;
  pages?: PlannedChange[][] | undefined;
  by: string;
  /** The rule that a proposal falls under. */
  needs?: ApprovalRule | undefined;
}

/** The pages of a plan after its first, as the table has them. */
export const json = (pages: readonly PlannedChange[][] | undefined) =>
  sql`${pages ? JSON.stringify(pages) : null}::jsonb`;

export async function insertApproval(
  { db, now }: Context,
  { kind, title, plan, digest, pages, by, needs }: NewApproval,
  work: { call: GivenCall; proposal?: Proposal | undefined } | { entity: string; id: number },
): Promise<number> {
  const call = 'call' in work ? JSON.stringify(work.call) : null;
  const [entity, id] = 'call' in work ? [null, null] : [work.entity, String(work.id)];
  const { keyIdx = null, assistant = null, why = null } = ('call' in work ? work.proposal : undefined) ?? {};
  const { rows } = await sql<{ appr_idx: number }>`
    insert into approval (kind, title, plan, digest, planners, created_at, created_by, call, entity, entity_id,
      key_idx, assistant, why, needs, pages)
    values (${kind}, ${title}, ${JSON.stringify(plan)}, ${digest}, array[${by}], ${now.toISOString()}, ${by}, ${call}::jsonb,
      ${entity}, ${id}, ${keyIdx}, ${assistant}, ${why}, ${needs ?? null}, ${json(pages)}) returning appr_idx`.execute(
    db,
  );
  return rows[0]?.appr_idx ?? 0;
}

/**
 * Stores another plan in place of the one that waited, was approved or sent back. What a person has edited of that stays so:
 * later edits start from the new one.
 */
export async function replacePlan(
  { db, now }: Context,
  { appr_idx: apprIdx, status, planners, created_by: before }: ApprovalRow,
  { kind, title, plan, digest, pages, by, needs }: NewApproval,
): Promise<void> {
  // Whoever has planned a part of what nobody has approved yet may not approve it.
  const all = status === 'approved' ? [by] : [...new Set([...planners, before, by])];
  await sql`
    update approval set kind = ${kind}, title = ${title}, plan = ${JSON.stringify(plan)}, digest = ${digest},
      needs = ${needs ?? null}, planners = ${all}::text[], created_by = ${by}, status = 'waiting', changed_at = ${now.toISOString()},
      decided_at = null, decided_by = null, message = null, given = null, pages = ${json(pages)}, version = version + 1
    where appr_idx = ${apprIdx}`.execute(db);
}

/** Ends one that waits, or marks it as approved. */
export async function decide(
  { db, now }: Context,
  apprIdx: number,
  { status, by, message = null }: { status: ApprovalStatus; by: string | null; message?: string | null },
): Promise<void> {
  // Nobody goes on with what an assistant got back or withdrew: it proposes anew, all day if need be.
  const isOver = sql`(${status} = 'withdrawn' or (${status} = 'returned' and assistant is not null))`;
  await sql`
    update approval set status = ${status}, decided_at = ${now.toISOString()}, decided_by = ${by}, message = ${message},
      pages = case when ${status} in ('approved', 'returned') then pages end, version = version + 1,
      call = case when ${isOver} then call || '{"body": null}' else call end,
      given = case when not ${isOver} then given end
    where appr_idx = ${apprIdx}`.execute(db);
}

// How long a plan that ended is kept.
const retentionDays = 400;

/** Plans go long after they ended; the trail still says who approved what. They may be large. */
export const shortLivedApprovals: ShortLived = {
  table: 'approval',
  at: 'created_at',
  endedAt: 'decided_at',
  lifetime: retentionDays * daySeconds,
  only: sql`t.status in ('applied', 'overridden', 'withdrawn') or (t.status = 'returned' and t.assistant is not null)`,
  index: 'approval__created_idx',
  atOnce: 1000,
};

/** Notes which approval a set of changes waits for; null lets it be applied at its time. */
export async function setAwaits(
  { db }: Context,
  { entity, key, id }: { entity: string; key: string; id: number },
  apprIdx: number | null,
): Promise<void> {
  await sql`update ${sql.table(entity)} set awaits = ${apprIdx} where ${sql.ref(key)} = ${id}`.execute(db);
}

/** How many of each outcome since a time in seconds, and the usual wait of what was decided: the median, in seconds. */
export async function countDecided(
  { db }: Context,
  since: number,
): Promise<{ counts: Partial<Record<ApprovalStatus, number>>; wait: number | null }> {
  const { rows } = await sql<{ status: ApprovalStatus; count: number }>`
    select status, count(*)::integer as count from approval where created_at >= to_timestamp(${since})
      and ${needsAnother} group by status`.execute(db);
  const { rows: waits } = await sql<{ wait: number | null }>`
    select percentile_cont(0.5) within group (order by extract(epoch from decided_at - created_at))::float8 as wait
    from approval where created_at >= to_timestamp(${since}) and status in ('approved', 'applied') and ${needsAnother}`.execute(
    db,
  );
  return { counts: Object.fromEntries(rows.map(({ status, count }) => [status, count])), wait: waits[0]?.wait ?? null };
}
