import type { Feature } from '#kernel/mount/feature.ts';
import { versionEntity, versionNumbers } from '#kernel/records/versions.ts';
import { advertisementRoutes } from './advertisement/advertisement.routes.ts';
import { advertisedOrderId } from './advertisement/advertisement.service.ts';
import { collectionMessages } from './collection.messages.ts';
import { countCollections, findCollectionsByText } from './collection.palette.ts';
import { registerCollectionReferences } from './collection.references.ts';
import { collectionRoutes } from './collection.routes.ts';
import { priceLabels } from './collection.rules.ts';
import { collectionSample } from './collection.sample.ts';
import { changesFigure, languageTasks } from './collection-home.read.ts';
import { collectionEntity } from './collection-record.service.ts';
import { contentsRoutes } from './contents/contents.routes.ts';
import { contentsPages } from './contents/contents-pages.routes.ts';
import { editorPages } from './editor/editor-pages.routes.ts';
import { collectionImageRoutes } from './images/collection-images.routes.ts';
import { collectionListRoutes } from './list/collection-list.routes.ts';
import { localizeRoutes } from './localize/localize.routes.ts';
import { collectionTitles } from './record/collection.read.ts';
import { collectionRecordPages } from './record/collection-record.routes.ts';
import { versionPages } from './versions/version-pages.routes.ts';
import { versionsRoutes } from './versions/versions.routes.ts';

const gone = { status: 409, key: 'collection.content_gone' };

/** Collections: what customers buy, with texts in five languages, prices, contents, versions and advertisement. */
export const collection: Feature = {
  name: 'collection',
  messages: collectionMessages,
  menu: [
    {
      key: 'collection.heading',
      href: '/collection',
      order: 40,
      group: 'sales',
      icon: 'collection',
      count: { kinds: [collectionEntity], count: countCollections },
    },
  ],
  constraints: {
    collection_cid__key: { status: 409, key: 'collection.cid_taken', field: 'cid' },
    collection__grp_idx_fkey: { status: 422, key: 'collection.agegroup_gone', field: 'grp_idx' },
    collection_owner__cust_idx_fkey: { status: 422, key: 'collection.owner_gone', field: 'owned_by' },
    collection_content__ser_idx_fkey: gone,
    collection_content__lev_idx_fkey: gone,
    collection_content__bidx_fkey: gone,
  },
  register(kernel) {
    collectionListRoutes(kernel);
    collectionRecordPages(kernel);
    collectionRoutes(kernel);
    contentsRoutes(kernel);
    contentsPages(kernel);
    versionsRoutes(kernel);
    versionPages(kernel);
    advertisementRoutes(kernel);
    collectionImageRoutes(kernel);
    editorPages(kernel);
    localizeRoutes(kernel);
    kernel.home.addTasks(languageTasks(kernel.counts));
    kernel.home.addFigure(changesFigure);
    registerCollectionReferences(kernel.references);
    kernel.samples.add(collectionSample(kernel.references));
    kernel.palette.add({ kind: 'collection.kind', icon: 'collection', find: findCollectionsByText });
    kernel.palette.addAct({ key: 'collection.create', icon: 'add', href: '/collection/create' });
    kernel.palette.addAct({ key: 'collection.act_prices', icon: 'purchase', href: '/collection' });
    kernel.recordLinks.add({ entity: versionEntity, label: 'collection.versions', titles: versionNumbers });
    kernel.recordLinks.add({
      entity: 'collection',
      label: 'collection.kind',
      all: { id: advertisedOrderId, label: 'collection.all_advertised' },
      titles: collectionTitles,
      href: (id) => (id === advertisedOrderId ? '/collection/advertisement' : `/collection/${id}`),
      actions: {
        'collection.contents_added': 'collection.did_add',
        'collection.contents_removed': 'collection.did_remove',
        'collection.undone': 'collection.did_undo',
        'collection.restored': 'collection.did_restore',
        'collection.image_changed': 'collection.did_image',
        'collection.ads_on': 'collection.did_ads_on',
        'collection.ads_off': 'collection.did_ads_off',
        'collection.ads_reordered': 'audit.verb.reordered',
        'collection.texts_reviewed': 'collection.did_review',
      },
      fields: {
        multi_lang_data: 'collection.field_texts',
        summary: 'collection.field_summary',
        notice: 'collection.field_notice',
        description: 'collection.field_description',
        is_public: 'collection.field_is_public',
        exposed_type: 'collection.field_exposed_type',
        label: 'collection.field_label',
        prices: 'collection.field_prices',
        ...priceLabels,
        owned_by: 'collection.field_owned_by',
        grp_idx: 'collection.field_grp_idx',
        cefr_level: 'collection.field_cefr_level',
        laura_support: 'collection.field_laura_support',
        laura_only: 'collection.field_laura_only',
        laura_book_monthly_quota: 'collection.field_laura_book_monthly_quota',
        ads_option: 'collection.field_ads_option',
        lock: 'collection.field_lock',
        adsOn: 'collection.field_ads_on',
        images: 'collection.field_images',
        contents: 'collection.field_contents',
        count: 'collection.field_count',
        items: 'collection.field_items',
        locale: 'collection.field_locale',
      },
    });
  },
};
