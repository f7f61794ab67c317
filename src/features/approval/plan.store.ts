import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Approvals, JudgedWork } from '#kernel/desk/approvals.ts';
import { timeWriter } from '#kernel/text/sheet-times.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Records } from '#kernel/records/records.ts';
import type { MadePlan, Plan, PlanFigure, PlannedChange } from '#kernel/work/approval.ts';
import type { AuditEntry, Context } from '#kernel/work/context.ts';
import type { Counted } from './second-person.rules.ts';

/** How many changes a page of a plan has. */
export const shownChanges = 200;

const longestText = 20_000;

/** The acts on many records that these rows of the trail tell. */
export const actsIn = (entries: readonly AuditEntry[]): number[] => [
  ...new Set(entries.flatMap(({ act }) => act ?? [])),
];

/** How much of what the rules limit was done. */
export async function countByRule(
  ctx: Context,
  { acts: judged, rows }: Approvals,
  entries: readonly AuditEntry[],
): Promise<Counted> {
  const counted: Record<string, number> = {};
  for (const { rule, counts } of judged)
    counted[rule] = entries.reduce((sum, entry) => sum + counts(entry), counted[rule] ?? 0);
  const acts = actsIn(entries);
  if (acts.length === 0) return counted;
  const conditions = judged.flatMap(({ rule, inAct }) => (inAct ? [{ rule, inAct }] : []));
  const figures = conditions.map(
    ({ rule, inAct }) => sql`count(*) filter (where ${inAct})::integer as ${sql.ref(rule)}`,
  );
  const { rows: found } = await sql<Record<string, number>>`
    select ${sql.join([sql`count(*)::integer as records`, ...figures])} from act_record
    where act_idx = any(${acts}::bigint[])`.execute(ctx.db);
  for (const { rule } of conditions) counted[rule] = (counted[rule] ?? 0) + (found[0]?.[rule] ?? 0);
  counted['records_above'] = (found[0]?.['records'] ?? 0) + (await countOthers(ctx, entries, acts));
  for (const { table } of rows) counted['records_above'] += await countRows(ctx, table, acts);
  return counted;
}

/** How many records these rows tell that are in no row of `act_record`, without the one that tells the act itself. */
async function countOthers(ctx: Context, entries: readonly AuditEntry[], acts: readonly number[]): Promise<number> {
  const named = new Map(entries.map(({ entity, id }) => [`${entity} ${id}`, { entity, id: String(id) }]));
  const all = [...named.values()];
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count
    from unnest(${all.map(({ entity }) => entity)}::text[], ${all.map(({ id }) => id)}::text[]) as e (entity, id)
    where not exists (
      select from act_record r where r.act_idx = any(${acts}::bigint[]) and r.entity = e.entity and r.record_id = e.id)`.execute(
    ctx.db,
  );
  return Math.max(0, (rows[0]?.count ?? 0) - 1);
}

async function countRows(ctx: Context, table: string, acts: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${sql.table(table)} where act_idx = any(${acts}::bigint[])`.execute(ctx.db);
  return rows[0]?.count ?? 0;
}

/** The kinds of records that work changed, as the trail names them. */
export async function findKinds(ctx: Context, entries: readonly AuditEntry[]): Promise<Set<string>> {
  const { rows } = await sql<{ entity: string }>`
    select distinct entity from act_record where act_idx = any(${actsIn(entries)}::bigint[])`.execute(ctx.db);
  return new Set([...entries, ...rows].map(({ entity }) => entity));
}

/** What work did in its transaction. */
export async function planOf(
  ctx: Context,
  { approvals, records }: { approvals: Approvals; records: Records },
  entries: readonly AuditEntry[],
): Promise<MadePlan> {
  const acts = actsIn(entries);
  const { count, digest, rows } = await readEffects(ctx, approvals, entries, shownChanges);
  const hash = createHash('sha256').update(
    JSON.stringify([entries.map((entry) => recognized(ctx, records, entry)), digest]),
  );
  const changes = [...entries.map(changeOf), ...rows];
  const effects = await countEffects(ctx, approvals, { entries, acts });
  return { plan: { ...planWith(changes, entries.length + count), effects }, digest: hash.digest('hex') };
}

async function countEffects(ctx: Context, { effects }: Approvals, work: JudgedWork): Promise<Record<string, unknown>> {
  const counted: Record<string, unknown> = {};
  for (const { name, count } of effects) {
    const figures = await count(ctx, work);
    if (figures !== null) counted[name] = figures;
  }
  return counted;
}

/** These changes as a plan, which shows the first of them. */
export const planWith = (changes: readonly PlannedChange[], count = changes.length): Plan => ({
  changes: changes.slice(0, shownChanges).map(fitting),
  count,
});

/** A change without values that are too long to be stored with a plan. */
export const fitting = (change: PlannedChange): PlannedChange => ({
  ...change,
  before: shortened(change.before),
  after: shortened(change.after),
});

/** A row of the trail as a change of a plan. */
export const changeOf = ({ entity, id, action, before, after, reason }: AuditEntry): PlannedChange => ({
  entity,
  id: String(id),
  action,
  before,
  after,
  reason: reason ?? null,
});

const shortened = (side: unknown = null): unknown => (JSON.stringify(side).length > longestText ? null : side);

// What is counted or measured may happen to be the number of a new record.
const isFigure = /(^|_)(count|length|days|limit|price|position)$/;

/**
 * A row of the trail without what differs each time: the keys of what it adds, the number of its act, the time.
 */
function recognized(ctx: Context, records: Records, { entity, id, action, before, after, reason, act }: AuditEntry) {
  const { refs = {} } = records.of(entity) ?? {};
  const isNew = before === undefined || before === null || id === act;
  const seconds = inSeconds(ctx.now);
  const times = new Set<unknown>([seconds, ctx.now.toISOString(), timeWriter(ctx.timeZone)(String(seconds))]);
  const written = JSON.stringify([before, after], (field, value: unknown) => {
    if (times.has(value)) return 'now';
    return isNew && !(field in refs) && !isFigure.test(field) && (value === id || value === String(id)) ? 'new' : value;
  });
  return [entity, isNew ? null : String(id), action, written, reason ?? null];
}

interface Effects {
  count: number;
  digest: string;
  rows: PlannedChange[];
}

/**
 * What acts on many did to each record: what recognizes them whatever their order, and of those that no row of the trail
 * tells by itself, how many and the first of them.
 */
async function readEffects(
  ctx: Context,
  { rows: tables }: Approvals,
  entries: readonly AuditEntry[],
  limit: number,
): Promise<Effects> {
  const acts = actsIn(entries);
  if (acts.length === 0) return { count: 0, digest: '', rows: [] };
  const now = String(inSeconds(ctx.now));
  const text = (side: 'before' | 'after') => sql`replace(${sql.ref(side)}::text, ${now}, 'now')`;
  // The keys of what is added differ each time, also where others name them. A number may be any figure, but for such fields.
  const added = sql`select record_id from act_record where act_idx = any(${acts}::bigint[]) and before is null`;
  const isKey = sql`case when before is null and k like '%\\_idx' then true else v #>> '{}' !~ '^[0-9]*$' end`;
  const after = sql`case when jsonb_typeof(after) = 'object' then replace((
      select jsonb_object_agg(k, v) from jsonb_each(after) e (k, v) where not coalesce(${isKey} and v #>> '{}' in (${added}), false)
    )::text, ${now}, 'now') else ${text('after')} end`;
  const isShown = isUntold(entries);
  const { rows: sums } = await sql<{ count: number; digest: string }>`
    select (count(*) filter (where ${isShown}))::integer as count, coalesce(sum(hashtextextended(concat_ws(' ', entity,
      case when before is not null then record_id end, ${text('before')}, ${after}), 0)::numeric), 0)::text as digest
    from act_record where act_idx = any(${acts}::bigint[])`.execute(ctx.db);
  const rows = await listEffects(ctx, entries, { from: 0, limit });
  const others = await Promise.all(
    tables.map(async ({ table, key }) => {
      const { rows: found } = await sql<{ count: number; digest: string }>`
        select count(*)::integer as count, coalesce(sum(hashtextextended(concat_ws(' ', ${sql.ref(key)}, ${text('before')},
          ${text('after')}), 0)::numeric), 0)::text as digest
        from ${sql.table(table)} where act_idx = any(${acts}::bigint[])`.execute(ctx.db);
      return found[0] ?? { count: 0, digest: '' };
    }),
  );
  const all = [...sums, ...others];
  return {
    count: all.reduce((sum, { count }) => sum + count, 0),
    digest: all.map(({ digest }) => digest).join(' '),
    rows,
  };
}

/** Whether a row of `act_record` is told by no row of the trail itself. */
function isUntold(entries: readonly AuditEntry[]) {
  const own = entries.filter(({ act }) => act !== undefined);
  return sql<boolean>`(entity, record_id) not in (
    select * from unnest(${own.map(({ entity }) => entity)}::text[], ${own.map(({ id }) => String(id))}::text[]))`;
}

const actionOf = sql<string>`entity || case when before is null then '.created' when after is null then '.deleted'
  else '.updated' end`;

/** What acts on many did to the records that no row of the trail tells by itself, in a fixed order. */
export async function listEffects(
  { db }: Context,
  entries: readonly AuditEntry[],
  { from, limit }: { from: number; limit: number },
): Promise<PlannedChange[]> {
  const { rows } = await sql<PlannedChange>`
    select entity, record_id as id, ${actionOf} as action, before, after, null as reason
    from act_record where act_idx = any(${actsIn(entries)}::bigint[]) and ${isUntold(entries)}
    order by entity, record_id limit ${limit} offset ${from}`.execute(db);
  return rows;
}

/** How many of each kind these are. */
export async function countKinds({ db }: Context, entries: readonly AuditEntry[]): Promise<PlanFigure[]> {
  const { rows } = await sql<PlanFigure>`
    select entity, ${actionOf} as action, min(record_id) as id, count(*)::integer as count
    from act_record where act_idx = any(${actsIn(entries)}::bigint[]) and ${isUntold(entries)}
    group by 1, 2 order by 4 desc, 1, 2`.execute(db);
  return rows;
}
