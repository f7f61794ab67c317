import { sql } from 'kysely';
import type { MadePlan, PlanFigure, PlannedChange } from '#kernel/work/approval.ts';
import type { AuditEntry, Context } from '#kernel/work/context.ts';
import type { ApprovalRow } from './approval.store.ts';
import { changeOf, countKinds, fitting, listEffects, shownChanges } from './plan.store.ts';

// What a process holds of one plan. Characters; beyond them, changes are only counted.
const mostCharacters = 30_000_000;

// Read at a time, a number of pages.
const stretch = 10 * shownChanges;

/** A plan with all its changes, page by page, and how many there are of each kind; read in the transaction that made them. */
export async function withPages(ctx: Context, made: MadePlan, entries: readonly AuditEntry[]): Promise<MadePlan> {
  const { plan } = made;
  if (plan.count <= shownChanges) return made;
  const own = entries.map(changeOf);
  const rest: PlannedChange[] = [];
  let characters = 0;
  for (const change of own.slice(shownChanges)) {
    if (characters >= mostCharacters) break;
    const one = fitting(change);
    characters += lengthOf([one]);
    rest.push(one);
  }
  // The first page has some of them already.
  for (let from = Math.max(0, shownChanges - own.length); characters < mostCharacters; from += stretch) {
    const some = (await listEffects(ctx, entries, { from, limit: stretch })).map(fitting);
    characters += lengthOf(some);
    rest.push(...some);
    if (some.length < stretch) break;
  }
  // What only a table of its own has is counted, and not listed.
  if (rest.length === 0) return made;
  const pages: PlannedChange[][] = [];
  for (let at = 0; at < rest.length; at += shownChanges) pages.push(rest.slice(at, at + shownChanges));
  const figures = [...figuresOf(own), ...(await countKinds(ctx, entries))];
  return { ...made, plan: { ...plan, figures, listed: plan.changes.length + rest.length }, pages };
}

const lengthOf = (changes: readonly PlannedChange[]): number => JSON.stringify(changes).length;

const figuresOf = (own: readonly PlannedChange[]): PlanFigure[] =>
  [...Map.groupBy(own, ({ entity, action }) => `${entity} ${action}`).values()].flatMap(([first, ...others]) =>
    first ? [{ entity: first.entity, action: first.action, id: first.id, count: others.length + 1 }] : [],
  );

/** A page of the changes of a plan, from 1; empty if there is none. */
export async function readPage(
  { db }: Context,
  { appr_idx: apprIdx, plan }: Pick<ApprovalRow, 'appr_idx' | 'plan'>,
  page: number,
): Promise<PlannedChange[]> {
  if (page === 1) return plan.changes;
  const { rows } = await sql<{ changes: PlannedChange[] | null }>`
    select pages -> ${page - 2}::integer as changes from approval where appr_idx = ${apprIdx}`.execute(db);
  return rows[0]?.changes ?? [];
}
