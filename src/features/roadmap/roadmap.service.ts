import { agegroups } from '#features/agegroup/agegroup.public.ts';
import { beginAct } from '#kernel/records/acts.ts';
import { requireFresh } from '#kernel/records/stale.ts';
import type { Context } from '#kernel/work/context.ts';
import type { Arrangement, Move, NewRoadmap, Warning } from './roadmap.contract.ts';
import { roadmapMessages } from './roadmap.messages.ts';
import {
  type ChangedRows,
  changedPart,
  differenceOf,
  filled,
  isOverfull,
  mostBooks,
  movedTo,
  placedAt,
  type Rows,
  rowWith,
  sameRows,
} from './roadmap.rules.ts';
import {
  findRoadmap,
  hasGroup,
  listBooks,
  lockRoadmap,
  type StoredBook,
  type StoredRoadmap,
  storeRows,
  updateRows,
} from './roadmap.store.ts';
import { saveRoadmapVersion } from './roadmap-versions.service.ts';

export const roadmapKind = 'roadmap';

/** The page of a roadmap. */
export const roadmapHref = (grpIdx: number | string): string => `/roadmap/${grpIdx}`;

/** The rows, and their version. */
interface RoadmapState {
  rows: string[][];
  version: number;
  /** The version, in the form in which calls that set an order name it. */
  base: string;
}

const stateOf = (rows: string[][], version: number): RoadmapState => ({ rows, version, base: String(version) });

function required(found: StoredRoadmap | undefined): StoredRoadmap {
  if (!found) throw noGroup();
  return found;
}

/** There is no such age group. */
export const noGroup = () => roadmapMessages.errorWith(404, 'roadmap.not_found', { field: 'target_group' });

export async function getRoadmap(ctx: Context, grpIdx: number): Promise<RoadmapState & { title: string }> {
  const { title, rows, version } = required(await findRoadmap(ctx.db, grpIdx));
  return { title, ...stateOf(rows, version) };
}

/** Throws 404 if there is no such age group. */
export async function requireGroup(ctx: Context, grpIdx: number): Promise<void> {
  if (!(await hasGroup(ctx.db, grpIdx))) throw noGroup();
}

/**
 * Moves books to a place in a row, to its end, into a new row, or out of the roadmap. Without a place, books already
 * there keep theirs.
 */
export async function moveBooks(ctx: Context, move: Move): Promise<RoadmapState & { warnings: Warning[] }> {
  const { target_group: grpIdx, target_row: target, target_place: place } = move;
  const bids = [...new Set(move.bids)];
  if (bids.length > mostBooks) throw fullRow('bids');
  const stored = await lockFresh(ctx, move);
  if (target > stored.rows.length) throw roadmapMessages.errorWith(422, 'roadmap.no_row', { field: 'target_row' });
  const books = await findBooks(ctx, bids);
  const hasPlace = place !== undefined && stored.rows[target] !== undefined;
  const rows = hasPlace ? placedAt(stored.rows, bids, { row: target, place }) : movedTo(stored.rows, bids, target);
  if (isOverfull(rows)) throw fullRow('target_row');
  if (sameRows(rows, stored.rows)) return { ...stateOf(stored.rows, stored.version), warnings: [] };
  const version = await writeRows(ctx, grpIdx, { stored: stored.rows, rows }, 'roadmap.moved', {
    before: { row: numbersOf(stored.rows, bids), ...(hasPlace && { place: placeOf(stored.rows, bids) }) },
    after: { books: bids, row: numbersOf(rows, bids), ...(hasPlace && { place: placeOf(rows, bids) }) },
  });
  const added = books.filter(({ bid }) => rowWith(stored.rows, bid) === -1 && rowWith(rows, bid) !== -1);
  return { ...stateOf(rows, version), warnings: warningsOf(ctx, added) };
}

/** Rearranges the placed books into other rows; an arrangement of other books is refused. */
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
  const audited = auditedOf(changedPart(stored.rows, rows));
  const version = await writeRows(ctx, grpIdx, { stored: stored.rows, rows }, 'roadmap.arranged', audited);
  return stateOf(rows, version);
}

/** Creates an age group with its roadmap; books that do not exist are left out. */
export async function createRoadmap(
  ctx: Context,
  { title, rows: wanted }: NewRoadmap,
): Promise<RoadmapState & { grp_idx: number }> {
  if (isOverfull(wanted)) throw fullRow('rows');
  if (differenceOf([], wanted).repeated.length > 0)
    throw roadmapMessages.errorWith(422, 'roadmap.repeated', { field: 'rows' });
  const grpIdx = await agegroups.add(ctx, title);
  const stored = required(await lockRoadmap(ctx.db, grpIdx));
  const books = new Set((await listBooks(ctx.db, wanted.flat())).map(({ bid }) => bid));
  const rows = filled(wanted.map((row) => row.filter((bid) => books.has(bid))));
  if (rows.length === 0) return { grp_idx: grpIdx, ...stateOf(rows, stored.version) };
  const audited = auditedOf(changedPart(stored.rows, rows));
  const version = await writeRows(ctx, grpIdx, { stored: stored.rows, rows }, 'roadmap.arranged', audited);
  return { grp_idx: grpIdx, ...stateOf(rows, version) };
}

/** Writes other rows as an act, which stores the rows it changed for its undo. */
async function writeRows(
  ctx: Context,
  grpIdx: number,
  { stored, rows }: { stored: Rows; rows: Rows },
  action: string,
  audited: { before: object; after: object },
): Promise<number> {
  const version = await updateRows(ctx.db, grpIdx, stored, rows);
  await saveRoadmapVersion(ctx, grpIdx, stored, rows);
  const act = await beginAct(ctx);
  await storeRows(ctx, act, grpIdx, { audited, changed: changedPart(stored, rows) });
  ctx.audit({ entity: roadmapKind, id: grpIdx, action, ...audited, act });
  ctx.changed(roadmapKind, grpIdx);
  return version;
}

const fullRow = (field: string) => roadmapMessages.errorWith(422, 'roadmap.row_full', { field });

/** Locks the roadmap; refused if it has changed since the caller loaded it. */
async function lockFresh(ctx: Context, { target_group, version, base }: Move | Arrangement): Promise<StoredRoadmap> {
  const stored = required(await lockRoadmap(ctx.db, target_group));
  // Calls that set an order name what they replace as `base`, which is the version here.
  const loaded = version ?? (base === undefined ? undefined : Number(base));
  await requireFresh(ctx, { entity: roadmapKind, id: target_group, current: stored.version, loaded });
  return stored;
}

/** The books to move; all must exist. */
async function findBooks(ctx: Context, bids: readonly string[]): Promise<StoredBook[]> {
  const books = await listBooks(ctx.db, bids);
  const missing = bids.filter((bid) => !books.some((book) => book.bid === bid));
  if (missing.length > 0)
    throw roadmapMessages.errorWith(404, 'roadmap.book_not_found', { field: 'bids' }, { bids: missing.join(', ') });
  return books;
}

/** Says which of the books just placed readers do not see. */
const warningsOf = (ctx: Context, placed: readonly StoredBook[]): Warning[] =>
  placed
    .filter(({ published }) => !published)
    .map(({ title }) => ({
      field: 'bids',
      label: ctx.text('roadmap.field_books'),
      message: ctx.text('roadmap.placed_unpublished', { title }),
    }));

/** The numbers of the rows that contain some books, from 1; none for those in the waiting list. */
function numbersOf(rows: Rows, bids: readonly string[]): number[] {
  const found = bids.map((bid) => rowWith(rows, bid) + 1).filter((row) => row > 0);
  return [...new Set(found)];
}

/** The position of the first of some books in its row, from 1; none if it is in the waiting list. */
function placeOf(rows: Rows, [first = '']: readonly string[]): number | undefined {
  const place = rows[rowWith(rows, first)]?.indexOf(first);
  return place === undefined ? undefined : place + 1;
}

/** Changed rows for the audit trail: the number of the first, and the books of each. */
export function auditedOf({ from, before, after }: ChangedRows) {
  const part = (rows: Rows) => ({ from: from + 1, rows: rows.map((row) => row.join(' ')) });
  return { before: part(before), after: part(after) };
}
