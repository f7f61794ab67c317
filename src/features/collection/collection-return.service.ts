import { getAct } from '#kernel/records/acts.ts';
import { recordCreated } from '#kernel/records/change-record.ts';
import { recordReturn, returnRecords } from '#kernel/records/returned-records.ts';
import type { Insertion, Removal } from '#kernel/records/undoable.ts';
import type { Context } from '#kernel/work/context.ts';
import { saveAdvertised } from './advertisement/advertised-versions.service.ts';
import { advertisedKind } from './advertisement/advertisement.service.ts';
import { insertAdvertised, lockAdvertisedOrder } from './advertisement/advertisement.store.ts';
import { type CollectionParts, removeCollection } from './collection.service.ts';
import { reserveCid } from './collection.store.ts';
import { collectionKind } from './collection-record.service.ts';
import { collectionTables } from './collection-tables.ts';

/** How adding a collection, and deleting one, is undone. The cid of one whose creation is undone stays its own. */
export const collectionExistence = (parts: CollectionParts): Removal & Insertion => ({
  remove: (ctx, cid) => removeCollection(ctx, parts, cid),
  ...recordReturn(parts.storage, collectionTables, (ctx, cid, of) => bringBack(ctx, parts, cid, of)),
});

/** Brings back a collection that an act deleted, under its cid and at its place among those advertised. */
async function bringBack(ctx: Context, { storage }: CollectionParts, cid: string, of: number): Promise<void> {
  // In the same order as the deletion.
  await lockAdvertisedOrder(ctx.db);
  await returnRecords(ctx, storage, { of }, collectionTables);
  await reserveCid(ctx.db, cid);
  const place = placeIn((await getAct(ctx, of)).before);
  const { cidx } = await recordCreated(ctx, collectionKind, cid);
  if (place === undefined) return;
  await insertAdvertised(ctx.db, cidx, place);
  await saveAdvertised(ctx);
  ctx.changed(advertisedKind);
}

function placeIn(before: unknown): number | undefined {
  const { ads_place: place } = Object(before);
  return typeof place === 'number' ? place : undefined;
}
