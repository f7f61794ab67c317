import { sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import type { StoredImage } from '#kernel/images/image-files.ts';
import { storeEffects } from '#kernel/records/acts.ts';
import { actorName } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';

/** The fields that staff edit. */
export interface ItemColumns {
  link_title: string;
  title: string;
  description: string;
  legend: string;
  btn_title: string;
  btn_link: string;
  start: number;
  length: number;
  cover: StoredImage | null;
}

/** A stored item. */
export interface ItemRow extends ItemColumns {
  itm_idx: number;
  gui_id: string;
  /** From 1. */
  place: number;
  version: number;
}

const columns = sql`itm_idx, gui_id, place, link_title, title, description, legend, btn_title, btn_link, start, length,
  cover, version`;

/** The items of a guide in order. */
export async function listItems(db: Database, guiId: string): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select ${columns} from guide_item where gui_id = ${guiId} order by place`.execute(db);
  return rows;
}

export async function findItem(db: Database, itmIdx: number): Promise<ItemRow | undefined> {
  const { rows } = await sql<ItemRow>`select ${columns} from guide_item where itm_idx = ${itmIdx}`.execute(db);
  return rows[0];
}

/** These items. */
export async function findItems(db: Database, ids: readonly number[]): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select ${columns} from guide_item where itm_idx = any(${ids}::integer[])`.execute(db);
  return rows;
}

/** {@link findItems} with their guides locked until the transaction ends. */
export async function lockItems(db: Database, ids: readonly number[]): Promise<ItemRow[]> {
  await sql`
    select from guide where gui_id in (select gui_id from guide_item where itm_idx = any(${ids}::integer[]))
    order by gui_id for update`.execute(db);
  return findItems(db, ids);
}

/** {@link findItem} with its guide locked until the transaction ends, to serialize changes of a guide and its items. */
export async function lockItem(db: Database, itmIdx: number): Promise<ItemRow | undefined> {
  await sql`
    select from guide where gui_id = (select gui_id from guide_item where itm_idx = ${itmIdx}) for update`.execute(db);
  return findItem(db, itmIdx);
}

/** The ID of the guide that an item belongs to. */
export async function findGuideOf(db: Database, itmIdx: number): Promise<string | undefined> {
  return (await findItem(db, itmIdx))?.gui_id;
}

export async function lockGuide(db: Database, guiId: string): Promise<void> {
  await sql`select from guide where gui_id = ${guiId} for update`.execute(db);
}

/** Creates a guide if there is none with this ID, and locks it; records who changed it. */
export async function openGuide(ctx: Context, guiId: string): Promise<void> {
  await sql`
    insert into guide (gui_id, updated_at, updated_by) values (${guiId}, ${ctx.now}, ${actorName(ctx.actor)})
    on conflict (gui_id) do update set updated_at = excluded.updated_at, updated_by = excluded.updated_by`.execute(
    ctx.db,
  );
}

/** Records who changed a guide, and when. */
export async function touchGuide(ctx: Context, guiId: string): Promise<void> {
  await ctx.db
    .updateTable('guide')
    .set({ updated_at: ctx.now.toISOString(), updated_by: actorName(ctx.actor) })
    .where('gui_id', '=', guiId)
    .execute();
}

/** What items store of a cover. */
const storedCover = (cover: StoredImage | null) => cover && { ...cover, digest: undefined };

const json = (cover: StoredImage | null) => cover && JSON.stringify(storedCover(cover));

const nextItem = sql`nextval(pg_get_serial_sequence('guide_item', 'itm_idx'))`;

/** Draws the number of an item that is added later. */
export async function drawItem(db: Database): Promise<number> {
  const { rows } = await sql<{ itm_idx: number }>`select ${nextItem}::integer as itm_idx`.execute(db);
  return rows[0]?.itm_idx ?? 0;
}

/** Adds an item at a place after all others; with `drawn`, under this number. */
export async function insertItem(
  db: Database,
  { gui_id, place, cover, ...texts }: ItemColumns & { gui_id: string; place: number },
  drawn?: number,
): Promise<number> {
  const row = { ...texts, gui_id, place, cover: storedCover(cover) };
  const names = sql.join(Object.keys(row).map((name) => sql.ref(name)));
  const { rows } = await sql<{ itm_idx: number }>`
    insert into guide_item (itm_idx, ${names}) overriding system value
    select coalesce(${drawn ?? null}::integer, ${nextItem}), ${names}
    from jsonb_populate_record(null::guide_item, ${JSON.stringify(row)}::jsonb)
    returning itm_idx`.execute(db);
  return rows[0]?.itm_idx ?? 0;
}

export async function updateItem(
  db: Database,
  itmIdx: number,
  { cover, ...differing }: Partial<ItemColumns>,
): Promise<void> {
  await db
    .updateTable('guide_item')
    .set({ ...differing, ...(cover !== undefined && { cover: json(cover) }) })
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('itm_idx', '=', itmIdx)
    .execute();
}

/** Gives these items, which must be all items of a guide, the places 1 to n. */
export async function updateOrder(db: Database, itmIdxs: readonly number[]): Promise<void> {
  await sql`
    update guide_item set place = given.nth
    from unnest(${itmIdxs}::integer[]) with ordinality as given (itm_idx, nth)
    where guide_item.itm_idx = given.itm_idx and guide_item.place <> given.nth`.execute(db);
}

/** Deletes an item as an act that can be undone, closes the gap, and deletes the guide if it has no items left. */
export async function deleteItem(
  db: Database,
  { itm_idx, gui_id, place }: ItemRow,
  { act, before }: { act: number; before: object },
): Promise<void> {
  await sql`
    with gone as (delete from guide_item where itm_idx = ${itm_idx} returning *)
    ${storeEffects(act, 'guide_item', {
      from: sql`gone`,
      id: sql`itm_idx::text`,
      before: sql`${JSON.stringify(before)}::jsonb`,
      undo: sql`to_jsonb(gone)`,
    })}`.execute(db);
  await sql`update guide_item set place = place - 1 where gui_id = ${gui_id} and place > ${place}`.execute(db);
  await sql`
    delete from guide where gui_id = ${gui_id} and not exists (
      select from guide_item where guide_item.gui_id = guide.gui_id)`.execute(db);
}

/** The item that an act deleted, as it was. */
export async function findDeleted(db: Database, act: number): Promise<ItemRow | undefined> {
  const { rows } = await sql<{ item: ItemRow }>`
    select undo as item from act_record where act_idx = ${act}::bigint and entity = 'guide_item'`.execute(db);
  return rows[0]?.item;
}

/** What items that were deleted were called, by number. */
export async function findDeletedNames(db: Database, items: readonly number[]): Promise<Map<number, string>> {
  if (items.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    select record_id as id, coalesce(nullif(undo ->> 'link_title', ''), undo ->> 'title') as name from act_record
    where entity = 'guide_item' and record_id = any(${items.map(String)}::text[]) and undo is not null
    order by act_idx`.execute(db);
  return new Map(rows.map(({ id, name }) => [Number(id), name]));
}

/** Restores a deleted item with its number at this place, moving the later ones. */
export async function insertDeleted(db: Database, item: ItemRow): Promise<void> {
  await sql`
    update guide_item set place = place + 1 where gui_id = ${item.gui_id} and place >= ${item.place}`.execute(db);
  await sql`
    insert into guide_item (${columns}) overriding system value
    select ${columns} from jsonb_populate_record(null::guide_item, ${JSON.stringify(item)}::jsonb)`.execute(db);
}

/** The given folders that hold the cover of an item, or of a deleted one whose deletion can be undone. */
export async function findCoverFolders({ db }: Context, folders: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ folder: string }>`
    select cover ->> 'folder' as folder from guide_item where cover ->> 'folder' = any(${folders}::text[])
    union
    select undo -> 'cover' ->> 'folder' from act_record
    where entity = 'guide_item' and undo -> 'cover' ->> 'folder' = any(${folders}::text[])`.execute(db);
  return rows.map((row) => row.folder);
}
