import { customerKind } from '#features/customer/customer.public.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { RecordHit } from '#kernel/records/found-records.ts';
import { labelsOf, referredKindsOf, valueLabelsOf } from '#kernel/records/record-fields.rules.ts';
import type { RecordDeclaration } from '#kernel/records/records.ts';
import { versionEntity, versionNumbers } from '#kernel/records/versions.ts';
import { advertisedOrder, advertisedOrderId } from './advertisement/advertisement.service.ts';
import { collectionReferences } from './collection.references.ts';
import { imageKinds, priceLabels } from './collection.rules.ts';
import { collectionFields } from './collection-fields.rules.ts';
import { collectionLosses } from './collection-losses.read.ts';
import { collectionEntity } from './collection-record.service.ts';
import { collectionExistence } from './collection-return.service.ts';
import { collectionUndo } from './collection-undo.service.ts';
import { itemTitles } from './compared-contents.read.ts';
import { contentsBack } from './contents/contents-undo.service.ts';
import { priceItem } from './price-item.ts';
import {
  collectionTitles,
  type NamedCollection,
  nearNamed,
  numberedTitles,
  searchNamed,
} from './record/collection.read.ts';
import { travellingTexts } from './texts/travelling-texts.read.ts';

/** The images by kind: as acts on them name them, and as releases do. */
const imageLabels = Object.fromEntries(
  imageKinds.flatMap((kind) => [kind, `${kind}_img`].map((name) => [name, `collection.image_${kind}`])),
);

/** What a release adds to the contents or takes out of them, by type. */
const contentLabels = {
  series: 'collection.kind_series',
  level: 'collection.kind_level',
  book: 'collection.kind_book',
};

export const collectionRecord = (kernel: Kernel): RecordDeclaration => ({
  kind: collectionEntity,
  label: 'collection.kind',
  all: { id: advertisedOrderId, label: 'collection.all_advertised' },
  titles: collectionTitles,
  href: (id) => (id === advertisedOrderId ? '/collection/advertisement' : `/collection/${id}`),
  find: {
    icon: 'collection',
    acts: [{ key: 'common.edit', href: (cid) => `/collection/update/${encodeURIComponent(cid)}` }],
    by: async (ctx, text) => (await searchNamed(ctx, text, hits)).map(hitOf),
    near: async (ctx, text) => (await nearNamed(ctx, text, hits)).map(hitOf),
  },
  acts: [
    { key: 'collection.create', icon: 'add', href: '/collection/create' },
    { key: 'collection.act_prices', icon: 'purchase', href: '/collection' },
  ],
  references: collectionReferences,
  losses: collectionLosses,
  parts: [
    {
      of: 'book',
      act: {
        label: 'collection.add_to',
        href: (bid) => `/collection/add/book/${encodeURIComponent(bid)}`,
        selected: '/collection/add/books',
        isUse: true,
      },
    },
    { of: 'series', act: { label: 'collection.add_to', href: (id) => `/collection/add/series/${id}` } },
  ],
  texts: travellingTexts,
  existence: collectionExistence(kernel),
  undo: {
    ...collectionUndo(kernel.records),
    ads_reordered: { order: advertisedOrder },
    contents_added: contentsBack,
    contents_removed: contentsBack,
  },
  actions: {
    contents_added: 'collection.did_add',
    contents_removed: 'collection.did_remove',
    restored: 'collection.did_restore',
    image_changed: 'collection.did_image',
    image_kept: 'collection.did_keep_image',
    ads_on: 'collection.did_ads_on',
    ads_off: 'collection.did_ads_off',
    ads_reordered: 'audit.verb.reordered',
    texts_reviewed: 'collection.did_review',
  },
  // The texts that are right.
  untold: ['texts_reviewed'],
  refs: {
    ...referredKindsOf(collectionFields),
    owned_by: () => customerKind,
    items: () => contentItemRecord.kind,
    ids: () => numberedRecord.kind,
  },
  items: { prices: priceItem },
  rich: ['notice', 'description'],
  fields: {
    multi_lang_data: 'collection.field_texts',
    summary: 'collection.field_summary',
    notice: 'collection.field_notice',
    description: 'collection.field_description',
    ...labelsOf(collectionFields),
    prices: 'collection.field_prices',
    ...priceLabels,
    owned_by: 'collection.field_owned_by',
    lock: 'collection.field_lock',
    adsOn: 'collection.field_ads_on',
    ads_place: 'collection.ads_place',
    images: 'collection.field_images',
    ...imageLabels,
    contents: 'collection.field_contents',
    count: 'collection.field_count',
    ids: 'audit.field.sequence',
    items: 'collection.field_items',
    ...contentLabels,
    locale: 'collection.field_locale',
    field: 'collection.field_text',
  },
  values: valueLabelsOf(collectionFields),
});

/** A collection by its number, as the order of advertised ones names it. */
export const numberedRecord: RecordDeclaration = {
  kind: 'numbered_collection',
  label: 'collection.kind',
  titles: numberedTitles,
};

/** An item of the contents, as acts on them name it. */
export const contentItemRecord: RecordDeclaration = {
  kind: 'content_item',
  label: 'collection.field_items',
  titles: itemTitles,
};

export const versionRecord: RecordDeclaration = {
  kind: versionEntity,
  label: 'collection.versions',
  titles: versionNumbers,
};

// How many collections the finder shows next to records of other kinds.
const hits = 5;

const hitOf = ({ cid, title, nearness }: NamedCollection & { nearness?: number }): RecordHit => ({
  ...(nearness !== undefined && { nearness }),
  label: title,
  detail: cid,
  href: `/collection/${cid}`,
  id: cid,
  record: cid,
});
