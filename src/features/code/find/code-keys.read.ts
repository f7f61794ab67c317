import { type RawBuilder, sql } from 'kysely';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { every } from '#kernel/work/filter.ts';
import type { CodeFilter } from './code-filter.contract.ts';
import { needsCounting, restMatches } from './code-filter.read.ts';
import type { MatchingBatch } from './matching-batches.read.ts';

/** Some codes of a batch: those on a page, or in a part of an export. */
export interface KeyRange extends MatchingBatch {
  skip: number;
  take: number;
  /** Only codes after this one; from the first if absent. */
  after?: string;
  /** The batch was counted just now, so if all its codes match, none need to be tested. */
  fresh?: boolean;
}

// If fewer than one in this many codes of a batch match, they are looked up by state and sorted; otherwise the batch is
// scanned in order until there are enough.
const sparse = 20;

/** The parts of these batches that a page shows. */
export function rangesOf(batches: readonly MatchingBatch[], skip: number, take: number): KeyRange[] {
  let before = 0;
  const ranges: KeyRange[] = [];
  for (const batch of batches) {
    const from = Math.max(0, skip - before);
    const to = Math.min(batch.found, skip + take - before);
    if (from < to) ranges.push({ ...batch, skip: from, take: to - from, fresh: true });
    before += batch.found;
  }
  return ranges;
}

/** A query for the codes of these ranges, with some of the columns of `c`. */
export function codesOf(
  ctx: Context,
  filter: CodeFilter,
  { ranges, columns }: { ranges: readonly KeyRange[]; columns: RawBuilder<unknown> },
): RawBuilder<unknown> {
  if (ranges.length === 0) return sql`select ${columns} from code c where false`;
  const kinds = new Map<string, { select: RawBuilder<unknown>; some: KeyRange[] }>();
  for (const range of ranges) {
    const left = leftToTest(filter, range);
    const selective = selectiveCondition(ctx, left, range);
    const kind = JSON.stringify([left, selective !== null]);
    const { some } = kinds.get(kind) ?? { some: [] };
    const select = selective ? sorted(selective(inSeconds(ctx.now)), columns) : inOrder(ctx, left, columns);
    kinds.set(kind, { select, some: [...some, range] });
  }
  return sql.join(
    [...kinds.values()].map(
      ({ some, select }) => sql`
        select k.* from unnest(
          ${some.map((range) => range.cg_idx)}::integer[], ${some.map((range) => range.skip)}::integer[],
          ${some.map((range) => range.take)}::integer[], ${some.map((range) => range.after ?? '')}::text[]
        ) r (cg_idx, skip, take, after) cross join lateral (${select}) k`,
    ),
    sql` union all `,
  );
}

/** The part of a filter that codes of a batch must still be tested for, given that the batch was counted just now. */
function leftToTest(filter: CodeFilter, { fresh, part, found, total, status }: KeyRange): CodeFilter {
  if (!fresh || part) return filter;
  const { since: _since, until: _until, ...rest } = filter;
  if (!needsCounting(filter) && found === total) return {};
  return status === null ? rest : { ...rest, status };
}

/** The condition by which an index finds the codes that are left, if they are few; null if they are read in order. */
function selectiveCondition(
  ctx: Context,
  filter: CodeFilter,
  { found, total, part }: KeyRange,
): ((now: number) => RawBuilder<boolean>) | null {
  if (found * sparse >= total) return null;
  const ended = indexedCondition({ status: 'expired' });
  if (filter.on === 'expired' && ended) return (now) => every([ended(now), restMatches(ctx, filter)]);
  return !part && !needsCounting(filter) && filter.on === undefined ? indexedCondition(filter) : null;
}

const inOrder = (ctx: Context, filter: CodeFilter, columns: RawBuilder<unknown>) => sql`
  select ${columns} from code c where c.cg_idx = r.cg_idx and c.code > r.after and ${restMatches(ctx, filter)}
  order by c.code offset r.skip limit r.take`;

// `offset 0` keeps the planner from choosing an index by the sort order.
const sorted = (are: RawBuilder<boolean>, columns: RawBuilder<unknown>) => sql`
  select few.* from (
    select ${columns} from code c where c.cg_idx = r.cg_idx and ${are}
    offset 0
  ) few where few.code > r.after order by few.code offset r.skip limit r.take`;

/** The condition of a state by which the indexes of end times find it; null for states with an index in list order. */
function indexedCondition({ status }: CodeFilter): ((now: number) => RawBuilder<boolean>) | null {
  const used = sql`c.activated_date > 0 and c.is_canceled = 0`;
  const unused = sql`c.activated_date = 0 and c.is_canceled = 0`;
  const runs = (now: number) => sql`(c.ends_at = 0 or c.ends_at > ${now})`;
  const ended = (now: number) => sql`c.ends_at > 0 and c.ends_at <= ${now}`;
  const expired = (now: number) => sql<boolean>`((${unused} and ${ended(now)}) or (${used} and ${ended(now)}))`;
  if (status === 'active') return (now) => sql<boolean>`${used} and ${runs(now)}`;
  if (status === 'issued' || status === 'valid') return (now) => sql<boolean>`${unused} and ${runs(now)}`;
  if (status === 'expired') return expired;
  if (status === 'invalid') return (now) => sql<boolean>`(c.is_canceled > 0 or ${expired(now)})`;
  return null;
}
