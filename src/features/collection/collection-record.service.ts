import type { RecordKind } from '#kernel/records/change-record.ts';
import { collectionMessages } from './collection.messages.ts';
import { type CollectionRow, findCollection, lockCollection } from './collection.store.ts';

export const collectionEntity = 'collection';

/** A collection as a record kind, for the audit trail and the stale check; the key is a cid or a cidx. */
export const collectionKind: RecordKind<string | number, CollectionRow> = {
  entity: collectionEntity,
  missing: () => collectionMessages.error(404, 'collection.not_found'),
  find: (ctx, key) => findCollection(ctx.db, key),
  lock: (ctx, key) => lockCollection(ctx.db, key),
  id: ({ cid }) => cid,
  isPublic: (row) => row.is_public === 'O',
  audited: (row) => ({ ...editedOf(row), lock: row.lock }),
};

/** The fields the form edits, by name. */
export function editedOf(row: CollectionRow) {
  return {
    multi_lang_data: row.multi_lang_data,
    is_public: row.is_public,
    exposed_type: row.exposed_type,
    label: row.label,
    prices: row.prices,
    owned_by: row.owned_by,
    grp_idx: row.grp_idx,
    cefr_level: row.cefr_level,
    laura_support: row.laura_support,
    laura_only: row.laura_only,
    laura_book_monthly_quota: row.laura_book_monthly_quota,
    ads_option: row.ads_option,
  };
}
