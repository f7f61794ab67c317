import { sql } from 'kysely';
import { rowCount } from '#kernel/desk/menu-counts.ts';
import { imageKeys } from '#kernel/images/image-keys.ts';
import { changesPrices, collectionEffects, deletesCollection } from './collection.approval.ts';
import type { Feature } from '#kernel/mount/feature.ts';
import { advertisementChanges } from './advertisement/advertisement.changes.ts';
import { advertisementRoutes } from './advertisement/advertisement.routes.ts';
import { collectionChanges } from './collection.changes.ts';
import { collectionMessages } from './collection.messages.ts';
import { collectionRecord, contentItemRecord, numberedRecord, versionRecord } from './collection.record.ts';
import { collectionRoutes } from './collection.routes.ts';
import { changesFigure } from './collection-home.read.ts';
import { imagePrefix, unownedImages } from './collection-images.store.ts';
import { collectionEntity } from './collection-record.service.ts';
import { editorPages } from './editor/editor-pages.routes.ts';
import { collectionImageRoutes } from './images/collection-images.routes.ts';
import { collectionListRoutes } from './list/collection-list.routes.ts';
import { collectionRecordPages } from './record/collection-record.routes.ts';

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
      letter: 'o',
      count: { kinds: [collectionEntity], count: rowCount('collection') },
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
  fileChecks: [
    {
      name: 'collection_image',
      prefixes: [imagePrefix],
      files: imageKeys(sql`
        select 'collection ' || cid as record, folder, file_name, size from collection_image join collection using (cidx)`),
    },
  ],
  exported: {
    tables: [
      'collection',
      'collection_cid',
      'collection_content',
      'collection_image',
      'collection_owner',
      'collection_paragraphs',
      'collection_price',
      'collection_text',
    ],
  },
  register(kernel) {
    collectionListRoutes(kernel);
    collectionRecordPages(kernel);
    collectionRoutes(kernel);
    advertisementRoutes(kernel);
    collectionImageRoutes(kernel);
    editorPages(kernel);
    kernel.home.addFigure(changesFigure);
    kernel.records.define(collectionRecord(kernel), contentItemRecord, numberedRecord, versionRecord);
    kernel.changeSets.define(collectionChanges(kernel.storage));
    kernel.changeSets.define(advertisementChanges);
    kernel.files.addUnowned(unownedImages);
    kernel.approvals.addActs(changesPrices, deletesCollection);
    kernel.approvals.addEffects(collectionEffects);
  },
};
