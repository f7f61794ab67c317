import { sql } from 'kysely';
import type { SamplePart } from '#kernel/desk/sample-parts.ts';
import type { Context } from '#kernel/work/context.ts';
import { mostBooks } from './roadmap.rules.ts';
import { moveBooks } from './roadmap.service.ts';

// The target group of the sample library that gets a roadmap, and the number of books in each row.
const group = 'Ages 6 to 8';
const rows = [3, 2, 4];

/** A roadmap for the sample library: its first books in three rows. */
export const roadmapSample: SamplePart = {
  load: async (ctx, bids) => {
    const target_group = await findGroup(ctx);
    if (target_group === undefined) return;
    let from = 0;
    for (const [target_row, size] of rows.entries()) {
      await moveBooks(ctx, { target_group, target_row, bids: bids.slice(from, from + size) });
      from += size;
    }
  },
  remove: async (ctx, bids) => {
    const target_group = await findGroup(ctx);
    if (target_group === undefined) return;
    const placed = await findPlaced(ctx, target_group, bids);
    for (let from = 0; from < placed.length; from += mostBooks)
      await moveBooks(ctx, { target_group, target_row: -1, bids: placed.slice(from, from + mostBooks) });
  },
};

async function findGroup({ db }: Context): Promise<number | undefined> {
  const found = await db.selectFrom('age_group').select('grp_idx').where('title', '=', group).executeTakeFirst();
  return found?.grp_idx;
}

async function findPlaced({ db }: Context, grpIdx: number, bids: readonly string[]): Promise<string[]> {
  const found = await sql<{ bid: string }>`
    select b.bid from roadmap_book r join book b using (bidx)
    where r.grp_idx = ${grpIdx} and b.bid = any(${bids}::text[]) order by b.bid`.execute(db);
  return found.rows.map(({ bid }) => bid);
}
