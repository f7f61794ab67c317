import { sql } from 'kysely';
import type { Context } from '#kernel/context.ts';
import { changeRecord, getRecord, type RecordKind } from '#kernel/records/change-record.ts';
import { differences, type VersionChange } from '#kernel/version-changes.rules.ts';
import { stateAt, type VersionState } from '#kernel/versions.ts';
import { collectionEntity, collectionKind, editedOf } from '../collection-record.service.ts';
import { collectionMessages } from '../collection.messages.ts';
import type { CollectionImageKind, ContentType } from '../collection.rules.ts';
import { writeCollection } from '../collection.service.ts';
import type { CollectionRow } from '../collection.store.ts';
import { type ContentItem, deleteContents, findExisting, insertContents } from '../contents/contents.store.ts';
import { pointImages } from '../images/collection-images.store.ts';
import { keepVersion, stateOf, versionsOf } from './collection-versions.service.ts';

type Edited = ReturnType<typeof editedOf>;

/** What a version brings back: everything but the lock and the advertisement, which are about today. */
interface Restorable extends Edited {
  images: Partial<Record<CollectionImageKind, number>>;
  contents: Record<string, string>;
}

/** A part of a version that no longer exists, and so cannot come back. */
export interface Gone {
  kind: 'series' | 'level' | 'book' | 'customer' | 'age_group';
  id: number;
  /** The bid of a book, as it was. */
  label: string;
}

export interface Restoration {
  /** What would change, from now to then. */
  changes: VersionChange[];
  gone: Gone[];
}

/** What restoring a version would change, and what of it no longer exists. */
export async function previewRestore(ctx: Context, cid: string, verIdx: number): Promise<Restoration> {
  const row = await getRecord(ctx, collectionKind, cid);
  const { wanted, gone } = await restorable(ctx, cid, verIdx);
  return { changes: differences(without(await stateOf(ctx, row)), wanted as unknown as VersionState), gone };
}

/** Brings a version back as a new one. Contents come back only while unlocked. */
export async function restoreVersion(
  ctx: Context,
  cid: string,
  verIdx: number,
  { version, reason }: { version?: number | undefined; reason?: string | undefined } = {},
): Promise<{ ver_idx: number; version: number; gone: Gone[] }> {
  const { wanted, gone } = await restorable(ctx, cid, verIdx);
  const { contents, images, ...edited } = wanted;
  const kind: RecordKind<string, CollectionRow & { contents: Record<string, string> }> = {
    ...collectionKind,
    find: async (within, key) => withContents(within, await collectionKind.find(within, key)),
    lock: async (within, key) => withContents(within, await collectionKind.lock(within, key)),
    audited: (row) => ({
      ...collectionKind.audited(row),
      images: row.images,
      contents: Object.keys(row.contents).length,
    }),
  };
  const row = await changeRecord(ctx, kind, cid, {
    version,
    values: { ...edited, images, contents },
    write: async ({ contents: items, images: pictures, ...differing }, before) => {
      if (items) {
        if (before.lock) throw collectionMessages.error(409, 'collection.is_locked');
        await deleteContents(ctx.db, before.cidx, itemsIn(before.contents, items));
        await insertContents(ctx, before.cidx, itemsIn(items, before.contents));
      }
      if (pictures) await pointImages(ctx.db, before.cidx, pictures);
      await writeCollection(ctx, before.cidx, differing);
    },
    action: `${collectionEntity}.restored`,
  });
  return { ver_idx: await keepVersion(ctx, cid, { restores: verIdx, reason }), version: row.version, gone };
}

async function withContents(ctx: Context, row: CollectionRow | undefined) {
  if (!row) return undefined;
  return { ...row, contents: (await stateOf(ctx, row))['contents'] as Record<string, string> };
}

/** The items of one set that another lacks. */
function itemsIn(all: Record<string, string>, but: Record<string, string>): ContentItem[] {
  return Object.keys(all).flatMap((key) => (key in but ? [] : [itemOf(key)]));
}

function itemOf(key: string): ContentItem {
  const [type = '', idx] = key.split(':');
  return { content_type: type as ContentType, content_idx: Number(idx) };
}

const without = ({ lock: _lock, adsOn: _adsOn, ...state }: VersionState): VersionState => state;

/** The state of a version as far as its parts still exist. */
async function restorable(ctx: Context, cid: string, verIdx: number): Promise<{ wanted: Restorable; gone: Gone[] }> {
  const state = without(await stateAt(ctx, versionsOf(cid), verIdx)) as unknown as Restorable;
  const items = Object.keys(state.contents).map(itemOf);
  const existing = new Set((await findExisting(ctx.db, items)).map((item) => keyOf(item)));
  const contents = Object.fromEntries(Object.entries(state.contents).filter(([key]) => existing.has(key)));
  const gone: Gone[] = items
    .filter((item) => !existing.has(keyOf(item)))
    .map((item) => ({ kind: item.content_type, id: item.content_idx, label: state.contents[keyOf(item)] ?? '' }));
  const others = await findOthers(ctx, state);
  for (const id of state.owned_by) if (!others.customers.includes(id)) gone.push({ kind: 'customer', id, label: '' });
  if (state.grp_idx !== null && others.age_group === null)
    gone.push({ kind: 'age_group', id: state.grp_idx, label: '' });
  return { wanted: { ...state, contents, owned_by: others.customers, grp_idx: others.age_group }, gone };
}

const keyOf = ({ content_type, content_idx }: ContentItem): string => `${content_type}:${content_idx}`;

/** The customers and the age group of a version that still exist. */
async function findOthers(ctx: Context, { owned_by: owners, grp_idx: group }: Restorable) {
  const { rows } = await sql<{ customers: number[]; age_group: number | null }>`
    select
      coalesce((select json_agg(cust_idx order by cust_idx) from customer where cust_idx = any(${owners}::integer[])), '[]')
        as customers,
      (select grp_idx from age_group where grp_idx = ${group}) as age_group`.execute(ctx.db);
  return rows[0] ?? { customers: [], age_group: null };
}
