import { getRecord, lockRecord } from '#kernel/records/change-record.ts';
import type { ContentsBack } from '#kernel/records/undoable.ts';
import { type CollectionWords, collectionMessages } from '../collection.messages.ts';
import { updateCollection } from '../collection.store.ts';
import { collectionEntity, collectionKind } from '../collection-record.service.ts';
import { makeVersion, versionsOf } from '../collection-versions.service.ts';
import {
  type ContentItem,
  deleteContents,
  findContained,
  findExisting,
  insertContents,
  itemOf,
  keyOf,
} from '../contents.store.ts';

/** Items that were added go, and those that were removed come back, unless they were added or removed since. */
export const contentsBack: ContentsBack = {
  contents: { entity: collectionEntity, part: 'contents' },
  versionsOf,
  listNow: async (ctx, id, keys) => {
    const { cidx } = await getRecord(ctx, collectionKind, id);
    const items = keys.map(itemOf);
    const [contained, existing] = await Promise.all([findContained(ctx.db, cidx, items), findExisting(ctx.db, items)]);
    return { contained: keysOf(contained), existing: keysOf(existing) };
  },
  named: (key, bid) => {
    const { content_type: entity, content_idx } = itemOf(key);
    return { entity, id: entity === 'book' ? bid : String(content_idx) };
  },
  exchange: async (ctx, id, { takes, gives }) => {
    const row = await lockRecord(ctx, collectionKind, id);
    const removed = await deleteContents(ctx.db, row.cidx, takes.map(itemOf));
    const added = await insertContents(ctx, row.cidx, gives.map(itemOf));
    await updateCollection(ctx, row.cidx);
    const reason = ctx.translate<CollectionWords>()('collection.undone');
    const verIdx = await makeVersion(ctx, row, { reason, contents: { added, removed } });
    ctx.changed(collectionEntity, row.cid);
    return verIdx;
  },
  lock: async (ctx, id) => {
    const { lock } = await lockRecord(ctx, collectionKind, id);
    if (lock) throw collectionMessages.error(409, 'collection.is_locked');
  },
};

const keysOf = (items: readonly ContentItem[]): Set<string> => new Set(items.map(keyOf));
