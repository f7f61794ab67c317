import { findImages } from '#features/collection/collection-images.public.ts';
import { getCollection } from '#features/collection/collection-record.public.ts';
import { versionsOf } from '#features/collection/collection-versions.public.ts';
import { thumbPath } from '#kernel/images/image-paths.rules.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { newestVersion } from '#kernel/records/versions.ts';
import type { Context } from '#kernel/work/context.ts';
import { findRivals, type Written } from '../coming.read.ts';
import type { Current } from '../reservation.contract.ts';

/** The current state of a collection, as far as reservations can change it, and what one that is being written meets. */
export async function readCurrent(
  ctx: Context,
  { storage, changeSets }: Pick<Kernel, 'storage' | 'changeSets'>,
  cid: string,
  written?: Written,
): Promise<Current> {
  const row = await getCollection(ctx, cid);
  const [newest, images, rivals] = await Promise.all([
    newestVersion(ctx, versionsOf(row.cid)),
    findImages(ctx.db, Object.values(row.images)),
    written ? findRivals(ctx, changeSets, row.cid, written) : [],
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
    rivals,
  };
}
