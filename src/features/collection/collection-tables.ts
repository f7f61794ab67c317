import { sql } from 'kysely';
import { imageColumns, storedImageKeys } from '#kernel/images/image-keys.ts';
import type { RecordTables } from '#kernel/records/record-tables.ts';
import { imageKinds } from './collection.rules.ts';

/** All that is deleted with a collection, and comes back with it. Its versions and its cid stay. */
export const collectionTables: RecordTables = {
  entity: 'collection',
  id: 'cid',
  table: 'collection',
  key: 'cidx',
  parts: [
    { table: 'collection_text', column: 'cidx' },
    { table: 'collection_paragraphs', column: 'cidx' },
    { table: 'collection_price', column: 'cidx' },
    { table: 'collection_owner', column: 'cidx' },
    { table: 'collection_content', column: 'cidx' },
    { table: 'collection_image', column: 'cidx' },
  ],
  lost: { webhook_registration: 'a collection that anybody is registered for is not deleted' },
  after: imageKinds.map((kind) => `${kind}_img`),
  loosened: [{ table: 'reservation', key: 'res_idx', column: 'cidx' }],
  files: [{ table: 'collection_image', columns: imageColumns, keys: storedImageKeys }],
  taken: [{ reason: 'undo.kept_id_taken', when: sql`exists (select from collection o where o.cid = r.cid)` }],
};
