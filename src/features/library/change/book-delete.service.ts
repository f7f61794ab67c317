import { sql } from 'kysely';
import { z } from 'zod';
import { auditBookAct } from '#features/book/book-act.public.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { beginAct } from '#kernel/records/acts.ts';
import { inLanguage, type References } from '#kernel/records/references.ts';
import { defineSelectedAct } from '#kernel/records/selected-act.ts';
import { batchesOf, writeSelected } from '#kernel/records/selection.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import type { Context } from '#kernel/work/context.ts';
import { leaveBookFiles } from '../book-files.service.ts';
import { BookSelection } from '../find/book-selection.contract.ts';
import { requireKnown, selectableBooks } from '../find/book-selection.store.ts';
import { countParts, deleteBooks, findBidsOf, findKeys, findTitles, lockBidsOf } from './book-delete.store.ts';
import { storeBooks } from './book-return.service.ts';

const Requested = z.object({ selection: BookSelection });
type Requested = z.output<typeof Requested>;

// The number of kept books that are named.
const namedKept = 10;

/** Declares the deletion of selected books and their parts; books in use are kept. */
export function defineBookDeletion(kernel: Kernel) {
  const { references } = kernel;
  return defineSelectedAct(kernel, 'book.delete', Requested, {
    count: (ctx, requested) => countBooks(ctx, references, requested),
    run: async (ctx, { selection }, progress) => {
      const act = await beginAct(ctx);
      const write = async (keys: readonly number[]) => {
        const bids = await lockBidsOf(ctx.db, keys);
        const referenced = await references.referenced(ctx, 'book', bids);
        return storeAndDelete(ctx, kernel, { act, bids: bids.filter((bid) => !referenced.has(bid)) });
      };
      const changed = await writeSelected(ctx.db, selectableBooks(ctx), selection, {
        write,
        ...(progress && { progress }),
      });
      if (changed > 0) auditBookAct(ctx, act, 'deleted', { count: changed });
      return { changed, act: changed > 0 ? act : null };
    },
  });
}

/** Deletes unused books and their parts, as part of an act whose undo brings them back; returns the count. */
async function storeAndDelete(
  ctx: Context,
  kernel: Kernel,
  { act, bids }: { act: number; bids: readonly string[] },
): Promise<number> {
  await storeBooks(ctx, kernel, act, await findKeys(ctx.db, bids));
  return deleteBooks(ctx, act, bids);
}

/** Deletes unused books and their parts for good, as part of an act; returns the count. */
export async function dropBooks(
  ctx: Context,
  storage: Storage,
  { act, bids }: { act: number; bids: readonly string[] },
): Promise<number> {
  await leaveBookFiles(ctx, storage, sql`select bidx from book where bid = any(${bids}::text[])`);
  return deleteBooks(ctx, act, bids);
}

async function countBooks(ctx: Context, references: References, { selection }: Requested) {
  await requireKnown(ctx, selection);
  const referenced: string[] = [];
  const gone: string[] = [];
  for (const keys of await batchesOf(ctx.db, selectableBooks(ctx), selection)) {
    const bids = await findBidsOf(ctx.db, keys);
    const kept = await references.referenced(ctx, 'book', bids);
    referenced.push(...kept);
    gone.push(...bids.filter((bid) => !kept.has(bid)));
  }
  const parts = await countParts(ctx, selection, referenced);
  const kept = { count: referenced.length, first: await findTitles(ctx.db, referenced.toSorted().slice(0, namedKept)) };
  const lost_in = inLanguage(ctx, await references.reaching(ctx, 'book', gone));
  return { count: referenced.length + gone.length, changed: gone.length, ...parts, kept, lost_in };
}
