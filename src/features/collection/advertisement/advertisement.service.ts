import { changeRecord, type RecordKind } from '#kernel/records/change-record.ts';
import { type OrderKind, sequenceKey } from '#kernel/records/sequence.ts';
import type { Context } from '#kernel/work/context.ts';
import { type CollectionWords, collectionMessages } from '../collection.messages.ts';
import { defaultTitle } from '../collection.rules.ts';
import { type CollectionRow, updateCollection } from '../collection.store.ts';
import { collectionEntity, collectionKind } from '../collection-record.service.ts';
import { makeVersion } from '../collection-versions.service.ts';
import { saveAdvertised } from './advertised-versions.service.ts';
import {
  insertAdvertised,
  listAdvertised,
  listExisting,
  lockAdvertisedOrder,
  updateAdvertisedOrder,
  withdrawAdvertised,
} from './advertisement.store.ts';

/** The id of the order of advertised collections in the audit trail, next to the ids of the collections themselves. */
export const advertisedOrderId = 'advertisement';

/** The change kind for which collections are advertised, and in what order. */
export const advertisedKind = 'advertised';

/** The order of all advertised collections. */
export const advertisedOrder: OrderKind = {
  entity: collectionEntity,
  verb: 'ads_reordered',
  lock: (ctx) => lockAdvertisedOrder(ctx.db),
  list: async (ctx) => (await listAdvertised(ctx.db)).map(({ cidx, title }) => ({ id: cidx, title })),
  write: async (ctx, _id, wanted) => {
    await updateAdvertisedOrder(ctx.db, wanted);
    await saveAdvertised(ctx);
    ctx.changed(advertisedKind);
  },
  refusal: (details) => collectionMessages.errorWith(409, 'collection.order_failed', { details }),
};

type Advertisable = CollectionRow & { adsOn: boolean };

const kind: RecordKind<number, Advertisable> = {
  ...collectionKind,
  find: async (ctx, key) => withAds(await collectionKind.find(ctx, key)),
  lock: async (ctx, key) => withAds(await collectionKind.lock(ctx, key)),
  audited: ({ adsOn, ads_place }) => ({ adsOn, ads_place }),
};

const withAds = (row: CollectionRow | undefined): Advertisable | undefined =>
  row && { ...row, adsOn: row.ads_place !== null };

// A place after all others: there are never that many collections.
const last = 1_000_000;

/**
 * Advertises a collection, at the end or at a place, or stops advertising it. A no-op if that is already so. Returns what
 * to know about it: a private one can be prepared here, but readers do not see it yet.
 */
export async function advertise(
  ctx: Context,
  {
    cidx,
    adsOn,
    place = last,
    version,
  }: { cidx: number; adsOn: boolean; place?: number | undefined; version?: number | undefined },
): Promise<string[]> {
  await lockAdvertisedOrder(ctx.db);
  const { cid, is_public, multi_lang_data } = await changeRecord(ctx, kind, cidx, {
    version,
    values: { adsOn },
    write: async (_differing, { ads_place }) => {
      if (ads_place === null) await insertAdvertised(ctx.db, cidx, place);
      else await withdrawAdvertised(ctx.db, cidx, ads_place);
      await updateCollection(ctx, cidx);
      ctx.changed(advertisedKind);
    },
    action: adsOn ? 'collection.ads_on' : 'collection.ads_off',
  });
  await makeVersion(ctx, cid);
  await saveAdvertised(ctx);
  if (!adsOn || is_public === 'O') return [];
  return [ctx.translate<CollectionWords>()('collection.ads_unseen', { title: defaultTitle(multi_lang_data) })];
}

/** Refuses an order that names a collection twice, or one that does not exist. */
export async function requireCollections(ctx: Context, wanted: readonly number[]): Promise<void> {
  const existing = new Set(await listExisting(ctx.db, wanted));
  const removed = wanted.filter((cidx) => !existing.has(cidx));
  const repeated = wanted.filter((cidx, nth) => wanted.indexOf(cidx) !== nth);
  if (removed.length + repeated.length === 0) return;
  throw advertisedOrder.refusal({
    added: [],
    removed,
    repeated,
    moved: null,
    key: sequenceKey(wanted.map((id) => ({ id }))),
  });
}
