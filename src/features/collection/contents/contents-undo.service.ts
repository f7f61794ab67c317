import { type ActUndo, type KeptRecord, namedKept } from '#kernel/records/act-undo.ts';
import { getRecord, lockRecord } from '#kernel/records/change-record.ts';
import { findChangedSince, findVersionAct, storeVersionAct } from '#kernel/records/version-acts.ts';
import { getVersion } from '#kernel/records/versions.ts';
import type { Context } from '#kernel/work/context.ts';
import { type CollectionWords, collectionMessages } from '../collection.messages.ts';
import { type CollectionRow, updateCollection } from '../collection.store.ts';
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

/** An item that an act added or removed, with the bid of a book. */
interface Done extends ContentItem {
  bid: string;
}

/** What an act did to the contents of its collection, and which part of it can be undone now. */
interface Undoing {
  row: CollectionRow;
  /** Added by the act and still contained; removed by it, and neither added back nor deleted. */
  takes: ContentItem[];
  gives: ContentItem[];
  kept: Done[];
}

/** Undoes a change of contents for the items not added or removed since, as a new version. */
export const contentsUndo: ActUndo = {
  foresee: async (ctx, act) => {
    const { takes, gives, kept } = await undoingOf(ctx, act, getRecord);
    return { back: takes.length + gives.length, kept: kept.length, first: kept.slice(0, namedKept).map(asKept) };
  },
  undo: async (ctx, { of, act }) => {
    const { row, takes, gives, kept } = await undoingOf(ctx, of, lockRecord);
    if (row.lock) throw collectionMessages.error(409, 'collection.is_locked');
    const back = takes.length + gives.length;
    if (back > 0) {
      const removed = await deleteContents(ctx.db, row.cidx, takes);
      const added = await insertContents(ctx, row.cidx, gives);
      await updateCollection(ctx, row.cidx);
      const reason = ctx.translate<CollectionWords>()('collection.undone');
      const verIdx = await makeVersion(ctx, row, { reason, contents: { added, removed } });
      await storeVersionAct(ctx, act, versionsOf(row.cid), { verIdx, after: { restored: back, kept: kept.length } });
      ctx.changed(collectionEntity, row.cid);
    }
    return { back, kept: kept.length };
  },
};

async function undoingOf(ctx: Context, act: number, read: typeof getRecord): Promise<Undoing> {
  const { id: cid, verIdx } = await findVersionAct(ctx, act, collectionEntity);
  const row = await read(ctx, collectionKind, cid);
  const { changes } = await getVersion(ctx, versionsOf(cid), verIdx);
  const inContents = changes.filter(({ path }) => path[0] === 'contents');
  const added = inContents.filter(({ after }) => after !== undefined).map(doneOf);
  const removed = inContents.filter(({ after }) => after === undefined).map(doneOf);
  const contained = keysOf(await findContained(ctx.db, row.cidx, [...added, ...removed]));
  const existing = keysOf(await findExisting(ctx.db, removed));
  const exchanged = await findChangedSince(ctx, versionsOf(cid), 'contents', verIdx);
  const isKept = (item: ContentItem, wasAdded: boolean) =>
    exchanged.has(keyOf(item)) || contained.has(keyOf(item)) !== wasAdded || (!wasAdded && !existing.has(keyOf(item)));
  return {
    row,
    takes: added.filter((item) => !isKept(item, true)),
    gives: removed.filter((item) => !isKept(item, false)),
    kept: [...added.filter((item) => isKept(item, true)), ...removed.filter((item) => isKept(item, false))],
  };
}

const doneOf = ({ path, before, after }: { path: string[]; before?: unknown; after?: unknown }): Done => ({
  ...itemOf(path[1] ?? ''),
  bid: String(after ?? before),
});

const asKept = ({ content_type: entity, content_idx, bid }: Done): KeptRecord => ({
  entity,
  id: entity === 'book' ? bid : String(content_idx),
  reason: 'undo.kept_edited',
});

const keysOf = (items: readonly ContentItem[]): Set<string> => new Set(items.map(keyOf));
