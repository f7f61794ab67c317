import { sql } from 'kysely';
import type { Context } from '#kernel/work/context.ts';

/** How many links to the partner's page of a batch are open. */
export async function countOpenLinks({ db, now }: Context, cg_idx: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from code_link
    where cg_idx = ${cg_idx} and revoked_at is null and expires_at > ${now.toISOString()}::timestamptz`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Closes the links to the partner's page of a batch, as one act on the batch; returns which. */
export async function closeLinks({ db, now }: Context, cg_idx: number): Promise<number[]> {
  const at = now.toISOString();
  const { rows } = await sql<{ link_idx: number }>`
    update code_link set revoked_at = ${at}::timestamptz
    where cg_idx = ${cg_idx} and revoked_at is null and expires_at > ${at}::timestamptz returning link_idx`.execute(db);
  return rows.map(({ link_idx: link }) => link);
}

/** Opens links again that {@link closeLinks} closed; those that are over since stay so. */
export async function reopenLinks({ db }: Context, links: readonly number[]): Promise<void> {
  await sql`update code_link set revoked_at = null where link_idx = any(${links}::integer[])`.execute(db);
}
