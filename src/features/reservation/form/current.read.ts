import { collectionEntity } from '#features/collection/collection.public.ts';
import { findImages } from '#features/collection/collection-images.public.ts';
import { getCollection } from '#features/collection/collection-record.public.ts';
import { versionsOf } from '#features/collection/collection-versions.public.ts';
import type { ChangeSets } from '#kernel/changesets/change-sets.ts';
import { thumbPath } from '#kernel/images/image-paths.rules.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { newestVersion } from '#kernel/records/versions.ts';
import { endOfTime } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import type { Current } from '../reservation.contract.ts';
import { reservationEntity, targetOf } from '../reservation.rules.ts';
import { listWaiting } from '../reservation.store.ts';

/** The current state of a collection, as far as reservations can change it. */
export async function readCurrent(
  ctx: Context,
  { storage, changeSets }: Pick<Kernel, 'storage' | 'changeSets'>,
  cid: string,
): Promise<Current> {
  const row = await getCollection(ctx, cid);
  const [newest, images, waiting, releases] = await Promise.all([
    newestVersion(ctx, versionsOf(row.cid)),
    findImages(ctx.db, Object.values(row.images)),
    listWaiting(ctx.db, row.cid),
    listReleases(ctx, changeSets, row.cid),
  ]);
  const address = (kind: 'cover' | 'thumb' | 'list') => {
    const image = images.find(({ img_idx }) => img_idx === row.images[kind]);
    return image ? storage.publicUrl(thumbPath(image.folder, 'strip')) : null;
  };
  const texts = Object.entries(row.multi_lang_data);
  return {
    cid: row.cid,
    cidx: row.cidx,
    title: row.multi_lang_data.en?.title ?? row.cid,
    newest,
    descriptions: Object.fromEntries(texts.map(([locale, { description }]) => [locale, description])),
    prices: row.prices,
    images: { cover: address('cover'), thumb: address('thumb'), list: address('list') },
    waiting,
    releases,
  };
}

/** The releases that are scheduled to set fields of a collection, a row for each field, the next first. */
async function listReleases(ctx: Context, changeSets: ChangeSets, cid: string): Promise<Current['releases']> {
  const coming = await changeSets.coming(ctx, [{ kind: collectionEntity, ids: [cid] }], { apply_at: endOfTime });
  return coming.flatMap(({ source, set: rel_idx, title, apply_at, name }) => {
    const of = source === reservationEntity ? undefined : targetOf(name);
    return of ? [{ rel_idx, name: title ?? '', apply_at, ...of }] : [];
  });
}
