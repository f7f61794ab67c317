import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#kernel/context.ts';
import { inSeconds } from '#kernel/seconds.rules.ts';
import { beginsWith, restMatches } from './code-filter.read.ts';
import type { CodeFilter } from './code-filter.rules.ts';
import type { CodePlace } from './code-places.read.ts';

/** Some codes of a batch: those of a page, or of a part of an export. */
export interface KeyRange extends CodePlace {
  skip: number;
  take: number;
  /** Those that follow this code; from the first where it is absent. */
  after?: string;
  /** They were counted just now, so that nothing need be tested where all match. */
  fresh?: boolean;
}

// Where fewer than one of so many codes of a batch match, they are looked up by state and sorted; else those in order are
// read until there are enough.
const sparse = 20;

/** The parts of places that a page shows. */
export function rangesOf(places: readonly CodePlace[], skip: number, take: number): KeyRange[] {
  let before = 0;
  const ranges: KeyRange[] = [];
  for (const place of places) {
    const from = Math.max(0, skip - before);
    const to = Math.min(place.found, skip + take - before);
    if (from < to) ranges.push({ ...place, skip: from, take: to - from, fresh: true });
    before += place.found;
  }
  return ranges;
}

/** The codes of these ranges, as a query of some of the columns of `c`. */
export function codesOf(
  ctx: Context,
  filter: CodeFilter,
  { ranges, columns }: { ranges: readonly KeyRange[]; columns: RawBuilder<unknown> },
): RawBuilder<unknown> {
  if (ranges.length === 0) return sql`select ${columns} from code c where false`;
  const kinds = new Map<string, { select: RawBuilder<unknown>; some: KeyRange[] }>();
  for (const range of ranges) {
    const left = leftToTest(filter, range);
    const isSorted = isFew(left, range);
    const kind = JSON.stringify([left, isSorted]);
    const { some } = kinds.get(kind) ?? { some: [] };
    const select = isSorted ? sorted(ctx, left, columns) : inOrder(ctx, left, columns);
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

/** What of a filter the codes of a batch must still be tested for, as it was counted just now. */
function leftToTest(filter: CodeFilter, { fresh, part, found, total, status }: KeyRange): CodeFilter {
  if (!fresh || part) return filter;
  const { since: _since, until: _until, ...rest } = filter;
  if (filter.code === undefined && found === total) return {};
  return status === null ? rest : { ...rest, status };
}

const isFew = (filter: CodeFilter, { found, total, part }: KeyRange) =>
  !part && filter.code === undefined && found * sparse < total && lookedUp(filter) !== null;

const inOrder = (ctx: Context, filter: CodeFilter, columns: RawBuilder<unknown>) => sql`
  select ${columns} from code c where c.cg_idx = r.cg_idx and c.code > r.after and ${restMatches(ctx, filter)}
  order by c.code offset r.skip limit r.take`;

// `offset 0` keeps the order out of the choice of an index.
const sorted = (ctx: Context, filter: CodeFilter, columns: RawBuilder<unknown>) => sql`
  select few.* from (
    select ${columns} from code c where c.cg_idx = r.cg_idx and ${lookedUp(filter)?.(inSeconds(ctx.now)) ?? beginsWith(filter.code)}
    offset 0
  ) few where few.code > r.after order by few.code offset r.skip limit r.take`;

/** The conditions by which indexes of ends find the codes of a state; null where the order has an index of its own. */
function lookedUp({ status }: CodeFilter): ((now: number) => RawBuilder<boolean>) | null {
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
