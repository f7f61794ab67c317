import { sql } from 'kysely';
import type { Context } from '#kernel/work/context.ts';

interface Titled {
  cid: string;
  collection: string;
}

/** The titles of collections, by their numbers. */
export async function titlesOf(
  { db }: Context,
  cidxs: readonly number[],
): Promise<(cidx: number) => Titled | undefined> {
  const { rows } = await sql<Titled & { cidx: number }>`
    select c.cidx, c.cid, coalesce(t.title, c.cid) as collection from collection c
    left join collection_text t on t.cidx = c.cidx and t.locale = 'en'
    where c.cidx = any(${cidxs}::integer[])`.execute(db);
  const titles = new Map(rows.map(({ cidx, ...title }) => [cidx, title]));
  return (cidx) => titles.get(cidx);
}
