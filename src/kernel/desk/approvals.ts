import { type RawBuilder, sql } from 'kysely';
import type { PlannedChange } from '../work/approval.ts';
import type { AuditEntry, Context } from '../work/context.ts';

/** The rules of the setting `second_person`: which acts need another person. */
export const approvalRules = [
  'release',
  'codes_above',
  'records_above',
  'prices',
  'delete_collection',
  'proposals',
  'second_person',
] as const;
export type ApprovalRule = (typeof approvalRules)[number];

/** Acts that fall under a rule, declared by the feature whose records they change. */
export interface JudgedAct {
  rule: ApprovalRule;
  /** How much of what the rule limits a row of the trail tells: codes, records; 0 if it falls not under the rule. */
  counts: (entry: AuditEntry) => number;
  /** Whether a row of `act_record`, which tells what an act on many did to one record, falls under the rule. */
  inAct?: RawBuilder<boolean>;
  /** Whether a row `a` of the trail would have needed another person, with the limit that the rule has. */
  inTrail?: (limit: number) => RawBuilder<boolean>;
}

/** Where acts store what they did to rows beside `act_record`: by `act_idx`, with this column to identify the row. */
export interface JudgedRows {
  table: string;
  key: string;
}

/** What a scheduled set of changes will do, for whoever has to approve it before its time. */
export interface PlannedSet {
  title: string;
  /** The rules that it falls under, with the count that the rule limits. */
  rules: Partial<Record<ApprovalRule, number>>;
  changes: PlannedChange[];
}

/** Something that readers can be shown beforehand, with the dialog that makes a preview of it. */
export interface PlannedPreview {
  title: string;
  href: `/${string}`;
}

/** What readers can be shown of a plan that waits, at most this many. */
export type PlanPreviews = (
  ctx: Context,
  plan: { apprIdx: number; changes: readonly PlannedChange[] },
  most: number,
) => Promise<PlannedPreview[]>;

/** Sets of changes that have a time; their rows have a column `awaits`, and are not applied while it is set. */
export interface JudgedSets {
  entity: string;
  key: string;
  /** Undefined unless it waits for its time. */
  find: (ctx: Context, id: number) => Promise<PlannedSet | undefined>;
  /** What it means for readers, in sentences of the caller's language; null once it is over. */
  effects?: (ctx: Context, id: number) => Promise<string[] | null>;
  /** What readers can be shown of it beforehand, at most this many. */
  previews?: (ctx: Context, id: number, most: number) => Promise<PlannedPreview[]>;
}

/** Work that is planned: what its rows of the trail say, and the acts on many that these tell. */
export interface JudgedWork {
  entries: readonly (Pick<PlannedChange, 'entity'> & { id: string | number; before?: unknown; after?: unknown })[];
  acts: readonly number[];
}

/** What planned work means for readers, as the feature whose records it changes knows. */
export interface PlannedEffects<Figures = unknown> {
  /** The feature's name. */
  name: string;
  /**
   * Counts it, in the transaction that has done the work and is rolled back; of a set of changes that has a time, before it
   * is done. Stored as JSON; null if there is nothing to tell.
   */
  count: (ctx: Context, work: JudgedWork) => Promise<Figures | null>;
  /** The figures as sentences of the caller's language. */
  describe: (ctx: Context, figures: Figures) => string[];
}

/** The registry of what may need another person. */
export class Approvals {
  readonly acts: JudgedAct[] = [];
  readonly rows: JudgedRows[] = [];
  readonly sets = new Map<string, JudgedSets>();
  readonly effects: PlannedEffects[] = [];
  /** Of plans that are no set of changes. */
  previews: PlanPreviews = async () => [];

  addActs(...acts: readonly JudgedAct[]): void {
    this.acts.push(...acts);
  }

  addRows(rows: JudgedRows): void {
    this.rows.push(rows);
  }

  addSets(sets: JudgedSets): void {
    this.sets.set(sets.entity, sets);
  }

  addEffects<Figures>(effects: PlannedEffects<Figures>): void {
    // Each tells only the figures that it has counted itself.
    this.effects.push(effects as PlannedEffects);
  }

  previewsWith(previews: PlanPreviews): void {
    this.previews = previews;
  }
}

/** How many acts since a time, in seconds, fall under each rule, with these limits. */
export async function countJudgedActs(
  { db }: Context,
  { acts }: Approvals,
  since: number,
  limits: Partial<Record<ApprovalRule, number>>,
): Promise<Partial<Record<ApprovalRule, number>>> {
  const declared = acts.flatMap(({ rule, inTrail }) => (inTrail ? [{ rule, is: inTrail(limits[rule] ?? 0) }] : []));
  const most = limits.records_above ?? 0;
  const isMany = sql<boolean>`act_idx is not null and undoes is null and part_of is null and (
    select count(*) from (select from act_record r where r.act_idx = a.act_idx limit ${most + 1}) r) > ${most}`;
  const figures = [...declared, { rule: 'records_above', is: isMany }].map(
    // An act may have a row for each of its batches.
    ({ rule, is }) => sql`count(distinct coalesce(part_of, act_idx, -audit_idx)) filter (where ${is})::integer
      as ${sql.ref(rule)}`,
  );
  const { rows } = await sql<Partial<Record<ApprovalRule, number>>>`
    select ${sql.join(figures)} from audit a where at >= to_timestamp(${since})`.execute(db);
  return rows[0] ?? {};
}
