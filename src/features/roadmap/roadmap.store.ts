import { sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import { storeEffects } from '#kernel/records/acts.ts';
import type { Context } from '#kernel/work/context.ts';
import type { ChangedRows, Rows } from './roadmap.rules.ts';

/** A stored roadmap. */
export interface StoredRoadmap {
  /** The title of its age group. */
  title: string;
  /** 0 before its first change. */
  version: number;
  rows: string[][];
}

/** The roadmap of an age group; undefined if there is no such group. */
export async function findRoadmap(db: Database, grpIdx: number): Promise<StoredRoadmap | undefined> {
  const group = await db
    .selectFrom('age_group')
    .leftJoin('roadmap', 'roadmap.grp_idx', 'age_group.grp_idx')
    .select(['age_group.title', 'roadmap.version'])
    .where('age_group.grp_idx', '=', grpIdx)
    .executeTakeFirst();
  return group && { title: group.title, version: group.version ?? 0, rows: await listRows(db, grpIdx) };
}

export async function hasGroup(db: Database, grpIdx: number): Promise<boolean> {
  const group = await db.selectFrom('age_group').select('grp_idx').where('grp_idx', '=', grpIdx).executeTakeFirst();
  return group !== undefined;
}

/** {@link findRoadmap} with row locks: until the transaction ends nobody else can change it or delete its group. */
export async function lockRoadmap(db: Database, grpIdx: number): Promise<StoredRoadmap | undefined> {
  const { rows } = await sql<{ title: string }>`
    select title from age_group where grp_idx = ${grpIdx} for key share`.execute(db);
  const [group] = rows;
  if (!group) return undefined;
  await db
    .insertInto('roadmap')
    .values({ grp_idx: grpIdx })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { version } = await db
    .selectFrom('roadmap')
    .select('version')
    .where('grp_idx', '=', grpIdx)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { title: group.title, version, rows: await listRows(db, grpIdx) };
}

async function listRows(db: Database, grpIdx: number): Promise<string[][]> {
  const { rows } = await sql<{ bids: string[] }>`
    select array_agg(b.bid order by r.place) as bids
    from roadmap_book r join book b using (bidx) where r.grp_idx = ${grpIdx}
    group by r.row_no order by r.row_no`.execute(db);
  return rows.map((row) => row.bids);
}

/** A book as far as a roadmap is concerned. */
export interface StoredBook {
  bid: string;
  title: string;
  published: boolean;
}

/** Some books, those that exist. */
export async function listBooks(db: Database, bids: readonly string[]): Promise<StoredBook[]> {
  return db
    .selectFrom('book')
    .select(['bid', 'title', sql<boolean>`published_at is not null`.as('published')])
    .where(sql<boolean>`bid = any(${bids})`)
    .execute();
}

/** Writes the places that differ and increments the version; returns the new version. */
export async function updateRows(db: Database, grpIdx: number, before: Rows, after: Rows): Promise<number> {
  const had = placesOf(before);
  const has = placesOf(after);
  const gone = [...had.keys()].filter((bid) => !has.has(bid));
  const changed = [...has].filter(([bid, at]) => had.get(bid)?.row !== at.row || had.get(bid)?.place !== at.place);
  if (gone.length > 0) {
    await sql`
      delete from roadmap_book r using book b
      where r.bidx = b.bidx and r.grp_idx = ${grpIdx} and b.bid = any(${gone}::text[])`.execute(db);
  }
  if (changed.length > 0) {
    await sql`
      insert into roadmap_book (grp_idx, bidx, row_no, place)
      select ${grpIdx}::integer, b.bidx, given.row_no, given.place
      from unnest(${changed.map(([bid]) => bid)}::text[], ${changed.map(([, at]) => at.row)}::integer[],
        ${changed.map(([, at]) => at.place)}::integer[]) given (bid, row_no, place)
      join book b using (bid)
      on conflict (grp_idx, bidx) do update set row_no = excluded.row_no, place = excluded.place`.execute(db);
  }
  const { version } = await db
    .updateTable('roadmap')
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('grp_idx', '=', grpIdx)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

/** Stores which rows an act changed, for its history and its undo. */
export async function storeRows(
  ctx: Context,
  act: number,
  grpIdx: number,
  { audited, changed }: { audited: { before: object; after: object }; changed: ChangedRows },
): Promise<void> {
  const json = (value: object) => sql`${JSON.stringify(value)}::jsonb`;
  const sides = { before: json(audited.before), after: json(audited.after), undo: json(changed) };
  await storeEffects(act, 'roadmap', { from: sql`(select) one`, id: sql`${String(grpIdx)}::text`, ...sides }).execute(
    ctx.db,
  );
}

const placesOf = (rows: Rows) =>
  new Map(rows.flatMap((bids, row) => bids.map((bid, place) => [bid, { row, place }] as const)));
