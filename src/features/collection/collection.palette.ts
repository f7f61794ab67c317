import type { PaletteHit } from '#kernel/desk/palette.ts';
import type { Context } from '#kernel/work/context.ts';
import { searchNamed } from './record/collection.read.ts';

// How many collections the palette shows next to records of other kinds.
const paletteLimit = 5;

export async function findCollectionsByText(ctx: Context, text: string): Promise<PaletteHit[]> {
  const found = await searchNamed(ctx, text, paletteLimit);
  return found.map(({ cid, title }) => ({
    label: title,
    detail: cid,
    href: `/collection/${cid}`,
    id: cid,
  }));
}

/** The number of collections. */
export async function countCollections(ctx: Context): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('collection')
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
