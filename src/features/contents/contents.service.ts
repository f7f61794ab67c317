import { sql } from 'kysely';
import { z } from 'zod';
import { collectionEntity, collectionKind, collectionMessages } from '#features/collection/collection.public.ts';
import {
  deleteContents,
  findExisting,
  type Given,
  insertContents,
  keyOf,
  type NamedItem,
} from '#features/collection/collection-contents.public.ts';
import { type CollectionRow, updateCollection } from '#features/collection/collection-record.public.ts';
import { makeVersion, versionsOf } from '#features/collection/collection-versions.public.ts';
import { BookSelection, requireKnownBooks, selectableBooks } from '#features/library/book-selection.public.ts';
import { defineBulkWork } from '#kernel/jobs/bulk-work.ts';
import type { JobProgress } from '#kernel/jobs/job-progress.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { beginAct } from '#kernel/records/acts.ts';
import { lockRecord } from '#kernel/records/change-record.ts';
import { countSelected, shortWork, writeSelected } from '#kernel/records/selection.ts';
import { requireFresh } from '#kernel/records/stale.ts';
import { storeVersionAct } from '#kernel/records/version-acts.ts';
import type { Context } from '#kernel/work/context.ts';
import type { Impact } from './contents.contract.ts';
import { type ContentAct, needsReason } from './contents.rules.ts';
import { impactOf } from './contents-impact.read.ts';

/** A change to the contents of a collection. */
export interface ContentChange {
  act: ContentAct;
  given: Given;
  reason?: string | undefined;
  version?: number | undefined;
  /** In manage mode every addition needs a reason. */
  isManaging?: boolean;
}

interface Contained {
  /** How many items were added or removed. */
  changed: number;
  version: number;
  act_idx?: number;
  /** The job that does it, if there are too many books to wait for. */
  work_idx?: number;
}

/** The figures of what a change of contents would do. */
export async function previewContents(
  ctx: Context,
  { cidx }: CollectionRow,
  { act, given }: Pick<ContentChange, 'act' | 'given'>,
): Promise<Impact> {
  if (act === 'add') await requireKnown(ctx, given);
  const { contained, ...figures } = await impactOf(ctx, { cidx, act, given });
  return { ...figures, already: act === 'add' ? contained : figures.items - contained };
}

const Later = z.object({ cid: z.string(), books: BookSelection, reason: z.string().optional() });

/** Declares changes of contents: done at once, or by a job if the filter matches too many books to wait for. */
export function defineContentChanges(kernel: Kernel) {
  const work = async (ctx: Context, { cid, books, reason }: z.output<typeof Later>, progress: JobProgress) => {
    const { changed, act_idx: act = null } = await changeContents(
      ctx,
      cid,
      { act: 'add', given: { books }, reason },
      progress,
    );
    return { changed, act };
  };
  const later = defineBulkWork(kernel, 'collection.contents', Later, work, ({ cid }) => `/collection/${cid}`);
  return async (ctx: Context, cid: string, change: ContentChange): Promise<Contained> => {
    const { given } = change;
    if ('items' in given || 'ids' in given.books) return changeContents(ctx, cid, change);
    const { count } = await countSelected(ctx.db, selectableBooks(ctx), given.books, sql`true`);
    if (count <= shortWork) return changeContents(ctx, cid, change);
    const reason = requireReason(change);
    const { version } = await lockChangeable(ctx, cid, change.version);
    const work_idx = await later(ctx, { cid, books: given.books, reason });
    return { changed: 0, version, work_idx };
  };
}

/**
 * Adds items to an unlocked collection, or removes them, as one version and one act. Items already added or removed
 * stay as they are; if that holds for all of them, the change is refused.
 */
export async function changeContents(
  ctx: Context,
  cid: string,
  change: ContentChange,
  progress?: JobProgress,
): Promise<Contained> {
  const { act: side, given } = change;
  const reason = requireReason(change);
  const row = await lockChangeable(ctx, cid, change.version);
  const changed = side === 'add' ? await add(ctx, row.cidx, given, progress) : await remove(ctx, row.cidx, given);
  if (changed.length === 0) throw refusal(side);
  await updateCollection(ctx, row.cidx);
  const verIdx = await makeVersion(ctx, row, {
    reason,
    contents: side === 'add' ? { added: changed } : { removed: changed },
  });
  const described = { count: changed.length, items: changed.slice(0, namedItems).map(keyOf) };
  const sides = side === 'add' ? { after: described } : { before: described };
  const act = await beginAct(ctx);
  await storeVersionAct(ctx, act, versionsOf(cid), { verIdx, ...sides });
  const action = side === 'add' ? 'collection.contents_added' : 'collection.contents_removed';
  ctx.audit({ entity: collectionEntity, id: cid, action, ...sides, reason, act });
  ctx.changed(collectionEntity, cid);
  return { changed: changed.length, version: row.version + 1, act_idx: act };
}

// Items listed in the audit row; the version of the act has all of them.
const namedItems = 100;

/** Locks the collection to change its contents; refused if the contents are locked, or changed since they were seen. */
async function lockChangeable(ctx: Context, cid: string, version?: number): Promise<CollectionRow> {
  const row = await lockRecord(ctx, collectionKind, cid);
  await requireFresh(ctx, { entity: collectionEntity, id: cid, current: row.version, loaded: version });
  if (row.lock) throw collectionMessages.error(409, 'collection.is_locked');
  return row;
}

async function requireKnown(ctx: Context, given: Given): Promise<void> {
  if ('books' in given) await requireKnownBooks(ctx, given.books);
  else if ((await findExisting(ctx.db, given.items)).length < given.items.length)
    throw collectionMessages.error(404, 'collection.content_gone');
}

async function add(ctx: Context, cidx: number, given: Given, progress?: JobProgress): Promise<NamedItem[]> {
  if ('items' in given) {
    const added = await insertContents(ctx, cidx, given.items);
    if (added.length < given.items.length) await requireKnown(ctx, given);
    return added;
  }
  await requireKnown(ctx, given);
  const added: NamedItem[] = [];
  await writeSelected(ctx.db, selectableBooks(ctx), given.books, {
    write: async (keys) => {
      const items = keys.map((content_idx) => ({ content_type: 'book', content_idx }) as const);
      const part = await insertContents(ctx, cidx, items);
      added.push(...part);
      return part.length;
    },
    ...(progress && { progress }),
  });
  return added;
}

const remove = (ctx: Context, cidx: number, given: Given): Promise<NamedItem[]> =>
  deleteContents(ctx.db, cidx, 'items' in given ? given.items : []);

const refusal = (act: ContentAct) =>
  act === 'add'
    ? collectionMessages.error(409, 'collection.content_taken')
    : collectionMessages.error(404, 'collection.content_missing');

function requireReason({ act, given, reason, isManaging = false }: ContentChange): string | undefined {
  const types = 'items' in given ? given.items.map((item) => item.content_type) : (['book'] as const);
  const text = reason?.trim() ?? '';
  if (text === '' && needsReason({ act, types, isManaging }))
    throw collectionMessages.errorWith(422, 'collection.reason_needed', { field: 'reason' });
  return text === '' ? undefined : text;
}
