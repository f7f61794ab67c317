import { sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';

/** An advertised collection; its place is its index. */
export interface Advertised {
  cidx: number;
  cid: string;
  title: string;
}

/** Serializes changes of the order of advertised collections. */
export async function lockAdvertisedOrder(db: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('collection.ads_place'))`.execute(db);
}

/** The advertised collections in order. */
export async function listAdvertised(db: Database): Promise<Advertised[]> {
  const { rows } = await sql<Advertised>`
    select c.cidx, c.cid, coalesce(t.title, c.cid) as title
    from collection c left join collection_text t on t.cidx = c.cidx and t.locale = 'en'
    where c.ads_place is not null order by c.ads_place`.execute(db);
  return rows;
}

/** Inserts a collection at a place, moving the later ones; appends it if there is no such place. */
export async function insertAdvertised(db: Database, cidx: number, place: number): Promise<void> {
  await sql`
    with last as (select coalesce(max(ads_place), 0) as place from collection)
    update collection set ads_place = case when cidx = ${cidx} then least(${place}::integer, last.place + 1) else ads_place + 1 end
    from last where cidx = ${cidx} or ads_place >= ${place}::integer`.execute(db);
}

/** Removes a collection from the order and closes the gap. */
export async function withdrawAdvertised(db: Database, cidx: number, place: number): Promise<void> {
  await sql`
    update collection set ads_place = case when cidx = ${cidx} then null else ads_place - 1 end
    where ads_place >= ${place}`.execute(db);
}

/** Gives these collections, which must be all advertised ones, the places 1 to n. */
export async function updateAdvertisedOrder(db: Database, cidxs: readonly number[]): Promise<void> {
  await sql`
    update collection set ads_place = given.nth
    from unnest(${cidxs}::int[]) with ordinality as given (cidx, nth)
    where collection.cidx = given.cidx and collection.ads_place <> given.nth`.execute(db);
}

/** The given collections that exist. */
export async function listExisting(db: Database, cidxs: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ cidx: number }>`
    select cidx from collection where cidx = any(${cidxs}::integer[])`.execute(db);
  return rows.map(({ cidx }) => cidx);
}
