import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import { executeGeneric } from '#kernel/db/generic-plan.ts';
import { lockRow, lockRows } from '#kernel/db/locked-row.ts';
import { secondsOf } from '#kernel/db/seconds.ts';
import { namesOf } from '#kernel/records/record-fields.rules.ts';
import { actorName } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import { type CollectionImageKind, type CollectionPrice, type TextsByLocale } from './collection.rules.ts';
import { type CollectionColumns, collectionFields } from './collection-fields.rules.ts';

/** A collection with its texts, prices, owners and images, without its contents. Times in seconds. */
export interface CollectionRow extends CollectionColumns {
  cidx: number;
  cid: string;
  age_group: string | null;
  lock: boolean;
  ads_place: number | null;
  created_at: number;
  updated_at: number;
  updated_by: string | null;
  version: number;
  multi_lang_data: TextsByLocale;
  prices: CollectionPrice[];
  owned_by: number[];
  /** The current image of each kind, by its number among all the collection ever had. */
  images: Partial<Record<CollectionImageKind, number>>;
}

const columns = sql.join(namesOf(collectionFields).map((name) => sql.ref(`c.${name}`)));
const texts = sql`(
  select coalesce(json_object_agg(t.locale, json_build_object(
    'title', t.title, 'summary', t.summary, 'notice', t.notice, 'description', t.description)), '{}')
  from collection_text t where t.cidx = c.cidx)`;
const prices = sql`(
  select coalesce(json_agg(json_build_object('currency', p.currency, 'price', p.price::text,
    'discounted_price', p.discounted_price::text, 'subscription_period', p.subscription_period,
    'display_order', p.display_order) order by p.display_order), '[]')
  from collection_price p where p.cidx = c.cidx)`;
const owners = sql`(
  select coalesce(json_agg(o.cust_idx order by o.cust_idx), '[]') from collection_owner o where o.cidx = c.cidx)`;

/** The collection with this cid or cidx. */
export const findCollection = async (db: Database, key: string | number): Promise<CollectionRow | undefined> =>
  (await executeGeneric(db, sql<CollectionRow>`${readRows} where ${isKey(key)}`))[0];

/** The collections with these cids. */
export const findCollections = (db: Database, cids: readonly string[]): Promise<CollectionRow[]> =>
  executeGeneric(db, rowsOf(cids));

/** Locks them until the transaction ends, as {@link lockCollection} does one. */
export const lockCollections = (db: Database, cids: readonly string[]): Promise<CollectionRow[]> =>
  lockRows(db, { table: 'collection', key: 'cid', order: 'cidx' }, cids, rowsOf(cids));

const rowsOf = (cids: readonly string[]) => sql<CollectionRow>`${readRows} where c.cid = any(${cids}::text[])`;

const readRows = sql<CollectionRow>`
  select c.cidx, c.cid, ${columns}, g.title as age_group, c.lock, c.ads_place,
    ${secondsOf('c.created_at')} as created_at, ${secondsOf('c.updated_at')} as updated_at,
    c.updated_by, c.version, ${texts} as multi_lang_data, ${prices} as prices, ${owners} as owned_by,
    json_strip_nulls(json_build_object('cover', c.cover_img, 'thumb', c.thumb_img, 'list', c.list_img)) as images
  from collection c left join age_group g using (grp_idx)`;

/** Locks a collection until the transaction ends. Whoever changes a part of a collection changes its own row too. */
export const lockCollection = (db: Database, key: string | number): Promise<CollectionRow | undefined> =>
  lockRow(db, sql`collection c where ${isKey(key)}`, sql<CollectionRow>`${readRows} where ${isKey(key)}`);

const isKey = (key: string | number): RawBuilder<boolean> =>
  typeof key === 'number' ? sql`c.cidx = ${key}` : sql`c.cid = ${key}`;

/** Gives a cid to a new collection; the constraint refuses one that was used before. */
export async function insertCollection(ctx: Context, cid: string, values: CollectionColumns): Promise<number> {
  await ctx.db.insertInto('collection_cid').values({ cid }).execute();
  const at = ctx.now.toISOString();
  const { cidx } = await ctx.db
    .insertInto('collection')
    .values({ cid, ...values, created_at: at, updated_at: at, updated_by: actorName(ctx.actor) })
    .returning('cidx')
    .executeTakeFirstOrThrow();
  return cidx;
}

/** Keeps a cid from ever being given again. */
export async function reserveCid(db: Database, cid: string): Promise<void> {
  await db
    .insertInto('collection_cid')
    .values({ cid })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Writes these columns, with the version and the time of the change, and returns the collection with all its parts. */
export async function updateCollection(
  ctx: Context,
  cidx: number,
  values: Partial<CollectionColumns> & { lock?: boolean } = {},
  { isRenamed = false }: { isRenamed?: boolean } = {},
): Promise<CollectionRow> {
  const updated = ctx.db
    .updateTable('collection')
    .set((eb) => ({
      ...values,
      updated_at: ctx.now.toISOString(),
      updated_by: actorName(ctx.actor),
      version: eb('version', '+', 1),
      ...(isRenamed && { search: searchText(cidx, 'label' in values ? sql`${values.label}::text` : sql`label`) }),
    }))
    .where('cidx', '=', cidx)
    .returningAll();
  const [row] = await executeGeneric(ctx.db, sql<CollectionRow>`with collection as (${updated}) ${readRows}`);
  if (!row) throw new Error(`updateCollection: no row ${cidx} in collection, though its caller locked it`);
  return row;
}

export async function deleteCollection(db: Database, cidx: number): Promise<void> {
  await db.deleteFrom('collection').where('cidx', '=', cidx).execute();
}

/** Replaces all prices. */
export async function replacePrices(db: Database, cidx: number, rows: readonly CollectionPrice[]): Promise<void> {
  await executeGeneric(db, db.deleteFrom('collection_price').where('cidx', '=', cidx));
  const stored = rows.map((row) => ({ ...row, cidx }));
  if (stored.length > 0) await executeGeneric(db, db.insertInto('collection_price').values(stored));
}

/** Replaces all owners. */
export async function replaceOwners(db: Database, cidx: number, custIdxs: readonly number[]): Promise<void> {
  await db.deleteFrom('collection_owner').where('cidx', '=', cidx).execute();
  await sql`
    insert into collection_owner (cidx, cust_idx)
    select ${cidx}, cust_idx from unnest(${custIdxs}::integer[]) as given (cust_idx)`.execute(db);
}

/** Updates the folded text that searches match, after the texts of a new collection. */
export async function refreshSearch(db: Database, cidx: number): Promise<void> {
  await sql`update collection set search = ${searchText(cidx, sql`label`)} where cidx = ${cidx}`.execute(db);
}

/** The folded text that searches match: cid, label and titles. */
const searchText = (cidx: number, label: RawBuilder<unknown>) => sql<string>`strip(concat_ws(' ', cid, ${label},
  (select string_agg(t.title, ' ' order by t.locale) from collection_text t where t.cidx = ${cidx})))`;
