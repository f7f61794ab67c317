import { sql } from 'kysely';
import type { Context } from '#kernel/context.ts';
import { getRecord } from '#kernel/records/change-record.ts';
import { saveVersion, type VersionNote, type VersionState } from '#kernel/versions.ts';
import { collectionEntity, collectionKind, editedOf } from '../collection-record.service.ts';
import { type CollectionRow, stampTexts } from '../collection.store.ts';

/** A collection as the owner of its versions. */
export const versionsOf = (cid: string) => ({ entity: collectionEntity, id: cid });

/** Makes a version of a collection as it is now, if it differs from the newest; answers its number. */
export async function keepVersion(ctx: Context, cid: string, note: VersionNote = {}): Promise<number> {
  const row = await getRecord(ctx, collectionKind, cid);
  const verIdx = await saveVersion(ctx, versionsOf(cid), await stateOf(ctx, row), note);
  await stampTexts(ctx.db, row.cidx, verIdx);
  return verIdx;
}

/** All that a version holds. Contents are keyed by type and number, so that a version costs only what changed. */
export async function stateOf(ctx: Context, row: CollectionRow): Promise<VersionState> {
  const { rows } = await sql<{ contents: VersionState }>`
    select coalesce(jsonb_object_agg(content_type || ':' || content_idx, coalesce(b.bid, '')), '{}') as contents
    from collection_content left join book b using (bidx) where cidx = ${row.cidx}`.execute(ctx.db);
  const state = {
    ...editedOf(row),
    lock: row.lock,
    adsOn: row.ads_place !== null,
    images: row.images,
    contents: rows[0]?.contents ?? {},
  };
  return state as unknown as VersionState;
}
