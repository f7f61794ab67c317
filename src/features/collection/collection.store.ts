import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import { secondsOf } from '#kernel/db/seconds.ts';
import type { Locale } from '#kernel/messages/locale.ts';
import { namesOf } from '#kernel/records/record-fields.rules.ts';
import { actorName } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import type { CollectionImageKind, CollectionPrice, CollectionTexts, TextsByLocale } from './collection.rules.ts';
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
export async function findCollection(db: Database, key: string | number): Promise<CollectionRow | undefined> {
  const { rows } = await sql<CollectionRow>`
    select c.cidx, c.cid, ${columns}, g.title as age_group, c.lock, c.ads_place,
      ${secondsOf('c.created_at')} as created_at, ${secondsOf('c.updated_at')} as updated_at,
      c.updated_by, c.version, ${texts} as multi_lang_data, ${prices} as prices, ${owners} as owned_by,
      json_strip_nulls(json_build_object('cover', c.cover_img, 'thumb', c.thumb_img, 'list', c.list_img)) as images
    from collection c left join age_group g using (grp_idx)
    where ${isKey(key)}`.execute(db);
  return rows[0];
}

/** The same, locked until the transaction ends. */
export async function lockCollection(db: Database, key: string | number): Promise<CollectionRow | undefined> {
  // The parts are read once the lock is held; read in the same statement, they could predate it.
  await sql`select from collection c where ${isKey(key)} for update`.execute(db);
  return findCollection(db, key);
}

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

/** Writes these columns; the version and the time of the change are always written. */
export async function updateCollection(
  ctx: Context,
  cidx: number,
  values: Partial<CollectionColumns> & { lock?: boolean } = {},
): Promise<void> {
  await ctx.db
    .updateTable('collection')
    .set((eb) => ({
      ...values,
      updated_at: ctx.now.toISOString(),
      updated_by: actorName(ctx.actor),
      version: eb('version', '+', 1),
    }))
    .where('cidx', '=', cidx)
    .execute();
}

export async function deleteCollection(db: Database, cidx: number): Promise<void> {
  await db.deleteFrom('collection').where('cidx', '=', cidx).execute();
}

/** Replaces all prices. */
export async function replacePrices(db: Database, cidx: number, rows: readonly CollectionPrice[]): Promise<void> {
  await db.deleteFrom('collection_price').where('cidx', '=', cidx).execute();
  if (rows.length > 0)
    await db
      .insertInto('collection_price')
      .values(rows.map((row) => ({ ...row, cidx })))
      .execute();
}

/** Replaces all owners. */
export async function replaceOwners(db: Database, cidx: number, custIdxs: readonly number[]): Promise<void> {
  await db.deleteFrom('collection_owner').where('cidx', '=', cidx).execute();
  await sql`
    insert into collection_owner (cidx, cust_idx)
    select ${cidx}, cust_idx from unnest(${custIdxs}::integer[]) as given (cust_idx)`.execute(db);
}

/** Writes the texts of these languages and deletes those of all other languages. */
export async function replaceTexts(ctx: Context, cidx: number, wanted: TextsByLocale): Promise<void> {
  const locales = Object.keys(wanted);
  await sql`delete from collection_text where cidx = ${cidx} and not locale = any(${locales})`.execute(ctx.db);
  await sql`
    insert into collection_text (cidx, locale, title, summary, notice, description, saved_at, saved_by)
    select ${cidx}, locale, title, summary, notice, description, ${ctx.now.toISOString()}, ${actorName(ctx.actor)}
    from json_to_recordset(${JSON.stringify(asRows(wanted))}::json)
      as given (locale text, title text, summary text, notice text, description text)
    on conflict (cidx, locale) do update
    set (title, summary, notice, description, saved_at, saved_by, saved_ver) =
      (excluded.title, excluded.summary, excluded.notice, excluded.description, excluded.saved_at, excluded.saved_by, 0)
    where (collection_text.title, collection_text.summary, collection_text.notice, collection_text.description)
      is distinct from (excluded.title, excluded.summary, excluded.notice, excluded.description)`.execute(ctx.db);
}

const asRows = (wanted: TextsByLocale): (CollectionTexts & { locale: string })[] =>
  Object.entries(wanted).map(([locale, one]) => ({ locale, ...one }));

/** Records which version saved the texts that changed in this transaction. */
export async function stampTexts(db: Database, cidx: number, verIdx: number): Promise<void> {
  await db
    .updateTable('collection_text')
    .set({ saved_ver: verIdx })
    .where('cidx', '=', cidx)
    .where('saved_ver', '=', 0)
    .execute();
}

/** Marks the texts of a language as up to date with a version; false if they were already. */
export async function markReviewed(db: Database, cidx: number, locale: Locale, verIdx: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('collection_text')
    .set({ saved_ver: verIdx })
    .where('cidx', '=', cidx)
    .where('locale', '=', locale)
    .where('saved_ver', '<', verIdx)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Updates the folded text that searches match: cid, label and titles. */
export async function refreshSearch(db: Database, cidx: number): Promise<void> {
  await sql`
    update collection c set search = strip(concat_ws(' ', c.cid, c.label,
      (select string_agg(t.title, ' ' order by t.locale) from collection_text t where t.cidx = c.cidx)))
    where c.cidx = ${cidx}`.execute(db);
}
