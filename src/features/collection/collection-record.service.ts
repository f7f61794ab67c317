import type { RecordKind } from '#kernel/records/change-record.ts';
import { valuesIn } from '#kernel/records/record-fields.rules.ts';
import { collectionMessages } from './collection.messages.ts';
import { type CollectionRow, findCollection, lockCollection } from './collection.store.ts';
import { collectionFields } from './collection-fields.rules.ts';

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

/** What the form edits, by name. */
export const editedOf = (row: CollectionRow) => ({
  multi_lang_data: row.multi_lang_data,
  prices: row.prices,
  owned_by: row.owned_by,
  ...valuesIn(collectionFields, row),
});
