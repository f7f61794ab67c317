import type { Context } from '#kernel/context.ts';
import { lockRecord } from '#kernel/records/change-record.ts';
import { requireFresh } from '#kernel/stale.ts';
import { collectionEntity, collectionKind } from '../collection-record.service.ts';
import { collectionMessages } from '../collection.messages.ts';
import { type CollectionRow, updateCollection } from '../collection.store.ts';
import { keepVersion } from '../versions/collection-versions.service.ts';
import type { Impact } from './contents.contract.ts';
import { countReached, impactOf, type Reached } from './contents.read.ts';
import { type ContentItem, deleteContents, findExisting, insertContents } from './contents.store.ts';

/** A change of what a collection contains. */
export interface ContentChange {
  act: 'add' | 'remove';
  items: readonly ContentItem[];
  reason?: string | undefined;
  version?: number | undefined;
  /** In manage mode every addition needs a reason. */
  isManaging?: boolean;
}

interface Contained {
  version: number;
  counts: Reached;
}

/** What a change of contents would do, in figures. */
export async function previewContents(
  ctx: Context,
  row: CollectionRow,
  { act, items }: Pick<ContentChange, 'act' | 'items'>,
): Promise<Impact> {
  const found = await impactOf(ctx, row.cidx, items, act);
  const already = act === 'add' ? found.already : items.length - found.already;
  return { ...found, items: items.length, already };
}

/**
 * Adds items to an unlocked collection, or takes them away, as one version. Items that are there already, or gone
 * already, stay as they are; where that holds for all of them, the change is refused.
 */
export async function changeContents(ctx: Context, cid: string, change: ContentChange): Promise<Contained> {
  const { act, items, version } = change;
  const reason = requireReason(change);
  const row = await lockRecord(ctx, collectionKind, cid);
  await requireFresh(ctx, { entity: collectionEntity, id: cid, current: row.version, loaded: version });
  if (row.lock) throw collectionMessages.error(409, 'collection.is_locked');
  if (act === 'add' && (await findExisting(ctx.db, items)).length < items.length)
    throw collectionMessages.error(404, 'collection.content_gone');
  const changed =
    act === 'add' ? await insertContents(ctx, row.cidx, items) : await deleteContents(ctx.db, row.cidx, items);
  if (changed.length === 0) throw refusal(act);
  await updateCollection(ctx, row.cidx);
  const told = { count: changed.length, items: changed.slice(0, toldItems).map(nameOf) };
  const sides = act === 'add' ? { after: told } : { before: told };
  const action = act === 'add' ? 'collection.contents_added' : 'collection.contents_removed';
  ctx.audit({ entity: collectionEntity, id: cid, action, ...sides, reason });
  ctx.changed(collectionEntity, cid);
  await keepVersion(ctx, cid, { reason });
  return { version: row.version + 1, counts: await countReached(ctx, row.cidx) };
}

// Items in the audit row; the version of the act has all of them.
const toldItems = 100;

const nameOf = ({ content_type, content_idx }: ContentItem): string => `${content_type}:${content_idx}`;

const refusal = (act: ContentChange['act']) =>
  act === 'add'
    ? collectionMessages.error(409, 'collection.content_taken')
    : collectionMessages.error(404, 'collection.content_missing');

/** Adding a series, removing a book and every addition in manage mode have to say why. */
function requireReason({ act, items, reason, isManaging = false }: ContentChange): string | undefined {
  const given = reason?.trim() ?? '';
  const critical = act === 'add' ? 'series' : 'book';
  const needed = items.some((item) => item.content_type === critical) || (act === 'add' && isManaging);
  if (needed && given === '') throw collectionMessages.errorWith(422, 'collection.reason_needed', { field: 'reason' });
  return given === '' ? undefined : given;
}
