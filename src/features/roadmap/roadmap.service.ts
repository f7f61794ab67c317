import type { Context } from '#kernel/context.ts';
import { requireFresh } from '#kernel/stale.ts';
import type { Arrangement, Move } from './roadmap.contract.ts';
import { roadmapMessages } from './roadmap.messages.ts';
import { differenceOf, isOverfull, mostBooks, movedTo, type Rows, rowWith, sameRows } from './roadmap.rules.ts';
import { findExisting, findRoadmap, hasGroup, lockRoadmap, type StoredRoadmap, updateRows } from './roadmap.store.ts';

export const roadmapKind = 'roadmap';

/** Where a roadmap is opened. */
export const roadmapHref = (grpIdx: number | string): string => `/roadmap/${grpIdx}`;

/** The rows, and the version they have. */
export interface RoadmapState {
  rows: string[][];
  version: number;
  /** The version, as orders name what they replace. */
  base: string;
}

const stateOf = (rows: string[][], version: number): RoadmapState => ({ rows, version, base: String(version) });

function required(found: StoredRoadmap | undefined): StoredRoadmap {
  if (!found) throw noGroup();
  return found;
}

const noGroup = () => roadmapMessages.errorWith(404, 'roadmap.not_found', { field: 'target_group' });

export async function getRoadmap(ctx: Context, grpIdx: number): Promise<RoadmapState & { title: string }> {
  const { title, rows, version } = required(await findRoadmap(ctx.db, grpIdx));
  return { title, ...stateOf(rows, version) };
}

/** Throws 404 if there is no such age group. */
export async function requireGroup(ctx: Context, grpIdx: number): Promise<void> {
  if (!(await hasGroup(ctx.db, grpIdx))) throw noGroup();
}

/** Moves books into a row, a new one, or out of the roadmap. Books that are there already stay where they are. */
export async function moveBooks(ctx: Context, move: Move): Promise<RoadmapState> {
  const { target_group: grpIdx, target_row: target } = move;
  const bids = [...new Set(move.bids)];
  if (bids.length > mostBooks) throw fullRow('bids');
  const stored = await lockFresh(ctx, move);
  if (target > stored.rows.length) throw roadmapMessages.errorWith(422, 'roadmap.no_row', { field: 'target_row' });
  await requireBooks(ctx, bids);
  const rows = movedTo(stored.rows, bids, target);
  if (isOverfull(rows)) throw fullRow('target_row');
  if (sameRows(rows, stored.rows)) return stateOf(stored.rows, stored.version);
  const version = await updateRows(ctx.db, grpIdx, stored.rows, rows);
  ctx.audit({
    entity: roadmapKind,
    id: grpIdx,
    action: 'roadmap.moved',
    before: { row: numbersOf(stored.rows, bids) },
    after: { books: bids, row: numbersOf(rows, bids) },
  });
  ctx.changed(roadmapKind, grpIdx);
  return stateOf(rows, version);
}

/** Arranges the books that are placed in other rows; an arrangement of other books is refused. */
export async function arrangeBooks(ctx: Context, arrangement: Arrangement): Promise<RoadmapState> {
  const { target_group: grpIdx } = arrangement;
  const rows = arrangement.rows.filter((row) => row.length > 0);
  if (isOverfull(rows)) throw fullRow('rows');
  const stored = await lockFresh(ctx, arrangement);
  const difference = differenceOf(stored.rows, rows);
  if (Object.values(difference).some((bids) => bids.length > 0))
    throw roadmapMessages.errorWith(409, 'roadmap.other_books', {
      details: { ...difference, version: stored.version },
    });
  if (sameRows(rows, stored.rows)) return stateOf(stored.rows, stored.version);
  const version = await updateRows(ctx.db, grpIdx, stored.rows, rows);
  ctx.audit({ entity: roadmapKind, id: grpIdx, action: 'roadmap.arranged', ...changedPart(stored.rows, rows) });
  ctx.changed(roadmapKind, grpIdx);
  return stateOf(rows, version);
}

const fullRow = (field: string) => roadmapMessages.errorWith(422, 'roadmap.row_full', { field });

/** The roadmap, locked, if it is still what the caller loaded. */
async function lockFresh(ctx: Context, { target_group, version, base }: Move | Arrangement): Promise<StoredRoadmap> {
  const stored = required(await lockRoadmap(ctx.db, target_group));
  // Orders name what they replace by its base, which is the version too.
  const loaded = version ?? (base === undefined ? undefined : Number(base));
  await requireFresh(ctx, { entity: roadmapKind, id: target_group, current: stored.version, loaded });
  return stored;
}

async function requireBooks(ctx: Context, bids: readonly string[]): Promise<void> {
  const existing = await findExisting(ctx.db, bids);
  const missing = bids.filter((bid) => !existing.has(bid));
  if (missing.length > 0)
    throw roadmapMessages.errorWith(404, 'roadmap.book_not_found', { field: 'bids' }, { bids: missing.join(', ') });
}

/** The rows of some books as people count them; nothing for those that wait. */
function numbersOf(rows: Rows, bids: readonly string[]): number[] {
  const found = bids.map((bid) => rowWith(rows, bid) + 1).filter((row) => row > 0);
  return [...new Set(found)];
}

/** The changed part of an arrangement for the trail: the number of its first row, and the rows before and after. */
function changedPart(before: Rows, after: Rows) {
  const differs = (row: readonly string[], index: number) => row.join() !== after[index]?.join();
  const from = before.findIndex(differs);
  const until = Math.max(before.findLastIndex(differs) + 1, after.length > before.length ? after.length : 0);
  const part = (rows: Rows) => ({ from: from + 1, rows: rows.slice(from, until).map((row) => row.join(' ')) });
  return { before: part(before), after: part(after) };
}
