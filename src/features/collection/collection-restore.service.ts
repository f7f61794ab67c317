import { sql } from 'kysely';
import { beginAct } from '#kernel/records/acts.ts';
import { changeRecord, getRecord, lockRecord, type RecordKind } from '#kernel/records/change-record.ts';
import type { Records } from '#kernel/records/records.ts';
import { differences, type VersionChange } from '#kernel/records/version-changes.rules.ts';
import { storeVersionAct } from '#kernel/records/version-acts.ts';
import { stateAt } from '#kernel/records/version-states.ts';
import type { Context } from '#kernel/work/context.ts';
import { collectionMessages } from './collection.messages.ts';
import { writeCollection } from './collection.service.ts';
import type { CollectionRow } from './collection.store.ts';
import { pointImages } from './collection-images.store.ts';
import { collectionEntity, collectionKind } from './collection-record.service.ts';
import {
  type CollectionState,
  type ContentsChange,
  findContents,
  makeVersion,
  stateOf,
  versionsOf,
} from './collection-versions.service.ts';
import { deleteContents, findExisting, insertContents, itemsIn, keyOf } from './contents.store.ts';
import { storeOlder } from './older-texts.service.ts';
import type { OlderText } from './text-version.store.ts';

/** What a version restores: everything except the lock and the advertisement, which concern the present. */
type Restorable = Omit<CollectionState, 'lock' | 'adsOn'>;

/** A part of a version that no longer exists, and so cannot be restored. */
export interface Gone {
  kind: 'series' | 'level' | 'book' | 'customer' | 'age_group';
  id: number;
  /** The bid of a book, the title or name of anything else, as of the version. */
  label: string;
}

interface Restoration {
  /** What would change from the present state to that of the version. */
  changes: VersionChange[];
  gone: Gone[];
}

/** What restoring a version would change, and which of its parts no longer exist. */
export async function previewRestore(
  ctx: Context,
  records: Records,
  cid: string,
  verIdx: number,
): Promise<Restoration> {
  const row = await getRecord(ctx, collectionKind, cid);
  const { wanted, gone } = await restorable(ctx, records, await stateAt(ctx, versionsOf(cid), verIdx));
  const now = { ...stateOf(row), contents: await findContents(ctx, row.cidx) };
  const changes = differences(without(now), wanted);
  return { changes: changes.filter((change) => !isRenamed(change)), gone };
}

/** Contents present in both, under another title. */
const isRenamed = ({ path, before, after }: VersionChange): boolean =>
  path[0] === 'contents' && before !== undefined && after !== undefined;

interface RestoreNote {
  version?: number | undefined;
  reason?: string | undefined;
}

interface Restored {
  ver_idx: number;
  version: number;
  gone: Gone[];
}

/** Restores a version as a new one. Contents are restored only while unlocked. */
export async function restoreVersion(
  ctx: Context,
  records: Records,
  cid: string,
  verIdx: number,
  note: RestoreNote = {},
): Promise<Restored> {
  const row = await lockRecord(ctx, collectionKind, cid);
  return restoreState(ctx, records, row, await stateAt(ctx, versionsOf(cid), verIdx), { ...note, restores: verIdx });
}

/** Gives a collection that is locked a state that it had, as a new version. */
export async function restoreState(
  ctx: Context,
  records: Records,
  { cid, cidx, version: former }: CollectionRow,
  state: CollectionState,
  { version, reason, ...how }: RestoreNote & { restores?: number; undoes?: number } = {},
): Promise<Restored> {
  const { wanted, gone } = await restorable(ctx, records, state);
  const { contents: items, images, ...edited } = wanted;
  const present = await findContents(ctx, cidx);
  const [adding, removing] = [itemsIn(items, present), itemsIn(present, items)];
  const contents: ContentsChange = {};
  let older: OlderText[] = [];
  const act = await beginAct(ctx);
  const row = await changeRecord(ctx, restoring(Object.keys(items).length), cid, {
    version,
    values: { ...edited, images, exchanged: adding.length + removing.length },
    write: async ({ exchanged, images: pictures, ...differing }, before) => {
      if (exchanged !== undefined) {
        if (before.lock) throw collectionMessages.error(409, 'collection.is_locked');
        contents.removed = await deleteContents(ctx.db, cidx, removing);
        contents.added = await insertContents(ctx, cidx, adding);
      }
      if (pictures) await pointImages(ctx.db, cidx, pictures);
      older = (await writeCollection(ctx, before, differing, { undoes: how.undoes })).older;
    },
    action: `${collectionEntity}.restored`,
    reason,
    act,
  });
  const verIdxNow = await makeVersion(ctx, row, { restores: how.restores, reason, contents });
  await storeOlder(ctx, act, cid, { verIdx: verIdxNow, older });
  // Its undo restores the version before, and what it exchanged keeps earlier acts on contents only while it stands.
  if (row.version !== former) await storeVersionAct(ctx, act, versionsOf(cid), { verIdx: verIdxNow });
  return { ver_idx: verIdxNow, version: row.version, gone };
}

type Counted = CollectionRow & { exchanged: number; contents: number };

/** A collection whose contents differ if any item is exchanged; the audit trail shows how many items it has. */
function restoring(count: number): RecordKind<string, Counted> {
  const counted = async (ctx: Context, row: CollectionRow | undefined, wasBefore: boolean) => {
    if (!row) return undefined;
    return { ...row, exchanged: 0, contents: wasBefore ? await countContents(ctx, row.cidx) : count };
  };
  return {
    ...collectionKind,
    find: async (ctx, key) => counted(ctx, await collectionKind.find(ctx, key), false),
    lock: async (ctx, key) => counted(ctx, await collectionKind.lock(ctx, key), true),
    audited: (row) => ({ ...collectionKind.audited(row), images: row.images, contents: row.contents }),
  };
}

async function countContents(ctx: Context, cidx: number): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('collection_content')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('cidx', '=', cidx)
    .executeTakeFirstOrThrow();
  return count;
}

const without = ({ lock: _lock, adsOn: _adsOn, ...state }: CollectionState): Restorable => state;

/** A state as it can be restored, without the parts that no longer exist. */
async function restorable(
  ctx: Context,
  records: Records,
  full: CollectionState,
): Promise<{ wanted: Restorable; gone: Gone[] }> {
  const state = without(full);
  const items = itemsIn(state.contents);
  const existing = new Set((await findExisting(ctx.db, items)).map(keyOf));
  const contents = Object.fromEntries(Object.entries(state.contents).filter(([key]) => existing.has(key)));
  const gone: Gone[] = items
    .filter((item) => !existing.has(keyOf(item)))
    .map((item) => ({ kind: item.content_type, id: item.content_idx, label: state.contents[keyOf(item)] ?? '' }));
  const others = await findOthers(ctx, state);
  const owners = state.owned_by.filter((id) => !others.customers.includes(id));
  const groups = state.grp_idx !== null && others.age_group === null ? [state.grp_idx] : [];
  gone.push(...(await lost(ctx, records, 'customer', owners)), ...(await lost(ctx, records, 'age_group', groups)));
  return { wanted: { ...state, contents, owned_by: others.customers, grp_idx: others.age_group }, gone };
}

async function lost(
  ctx: Context,
  records: Records,
  kind: 'customer' | 'age_group',
  ids: readonly number[],
): Promise<Gone[]> {
  const titleOf = await records.titles(
    ctx,
    ids.map((id) => ({ entity: kind, id: String(id) })),
  );
  return ids.map((id) => ({ kind, id, label: titleOf(kind, id) ?? '' }));
}

/** The customers and the age group of a version that still exist. */
async function findOthers(ctx: Context, { owned_by: owners, grp_idx: group }: Restorable) {
  const { rows } = await sql<{ customers: number[]; age_group: number | null }>`
    select
      coalesce((select json_agg(cust_idx order by cust_idx) from customer where cust_idx = any(${owners}::integer[])), '[]')
        as customers,
      (select grp_idx from age_group where grp_idx = ${group}) as age_group`.execute(ctx.db);
  return rows[0] ?? { customers: [], age_group: null };
}
