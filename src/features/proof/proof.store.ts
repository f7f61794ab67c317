import { type Kysely, sql } from 'kysely';
import { secondsOf } from '#kernel/db/seconds.ts';
import type { Database } from '#kernel/db/database.ts';
import { firstLink } from './seal/chain.rules.ts';

/** Whether the trail is sealed here at all: a release that sealed none may have written the database. */
export async function hasChain(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('trail_chain') is not null as there`.execute(db);
  return rows[0]?.there ?? false;
}

/** Where the chain stands. */
interface Head {
  rows: number;
  link: string;
  sealed_at: number | null;
}

export async function readHead(db: Database): Promise<Head> {
  const { rows } = await sql<Head>`
    select rows::float8 as rows, encode(link, 'hex') as link, ${secondsOf('sealed_at')} as sealed_at from trail_chain`.execute(
    db,
  );
  return rows[0] ?? { rows: 0, link: firstLink.toString('hex'), sealed_at: null };
}

/** For how many seconds the oldest row of the trail that has no link has been there; 0 if all have one. */
export async function readUnsealedAge(db: Database): Promise<number> {
  const { rows } = await sql<{ age: number }>`
    select coalesce(greatest(0, extract(epoch from clock_timestamp() - min(at))), 0)::float8 as age from (
      select at from audit a, (select coalesce(max(low), 0) as low, coalesce(max(low_rows), 0) as low_rows from trail_chain) chain
      where audit_idx > low and not exists (
        select from trail_seal s where s.rows > low_rows and a.audit_idx = any (s.idxs))
      order by audit_idx limit 1) oldest`.execute(db);
  return rows[0]?.age ?? 0;
}
