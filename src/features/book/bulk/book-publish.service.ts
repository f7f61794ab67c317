import { sql } from 'kysely';
import { z } from 'zod';
import { beginAct, keepRecords } from '#kernel/acts.ts';
import type { Context } from '#kernel/context.ts';
import type { Kernel } from '#kernel/feature.ts';
import { defineBulkWork } from '#kernel/jobs/bulk-work.ts';
import type { JobProgress } from '#kernel/jobs/job-progress.ts';
import { countSelected, shortWork, writeSelected } from '#kernel/selection.ts';
import { BookSelection } from '../book.contract.ts';
import { auditBookAct } from './book-act.store.ts';
import { requireKnown, selectableBooks } from './book-selection.store.ts';

const Asked = z.object({ selection: BookSelection, published: z.boolean() });
type Asked = z.output<typeof Asked>;

/** What publishing did, or a dry run would do. */
interface Published {
  /** How many books are meant. */
  count: number;
  changed: number;
  /** The job that does it, where the books are too many to wait for. */
  work_idx?: number;
}

/**
 * Declares the publishing of selected books, also taking them back: all of them, or none where a bid is unknown. Those that
 * are so already stay untouched. The record itself keeps its version, since nobody's words are replaced.
 */
export function definePublishing(kernel: Kernel) {
  const later = defineBulkWork(kernel, 'book.publish', Asked, publish);
  return async (ctx: Context, asked: Asked & { dry_run: boolean }): Promise<Published> => {
    const { selection, published, dry_run: isDry } = asked;
    await requireKnown(ctx, selection);
    const would = published ? sql<boolean>`b.published_at is null` : sql<boolean>`b.published_at is not null`;
    const counted = await countSelected(ctx.db, selectableBooks, selection, would);
    if (isDry || counted.changed === 0) return counted;
    if (counted.count > shortWork && 'filter' in selection)
      return { count: counted.count, changed: 0, work_idx: await later(ctx, { selection, published }) };
    return { count: counted.count, changed: await publish(ctx, { selection, published }) };
  };
}

async function publish(ctx: Context, { selection, published }: Asked, progress?: JobProgress): Promise<number> {
  if ('ids' in selection && selection.ids.length === 1) return publishOne(ctx, selection.ids[0] ?? '', published);
  const act = await beginAct(ctx);
  const write = (keys: readonly number[]) => updatePublished(ctx, act, keys, published);
  const changed = await writeSelected(ctx.db, selectableBooks, selection, { write, ...(progress && { progress }) });
  if (changed > 0) auditBookAct(ctx, act, published ? 'published' : 'unpublished', { count: changed });
  return changed;
}

/** One book alone is an act on that book, not one on many. */
async function publishOne(ctx: Context, bid: string, published: boolean): Promise<number> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('book')
    .set({ published_at: published ? ctx.now.toISOString() : null })
    .where('bid', '=', bid)
    .where('published_at', published ? 'is' : 'is not', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return 0;
  const [before, after] = [{ published: !published }, { published }];
  ctx.audit({ entity: 'book', id: bid, action: published ? 'book.published' : 'book.unpublished', before, after });
  ctx.changed('book', bid);
  return 1;
}

/** Publishes, or takes back, those of the books that are not so yet; answers how many. */
async function updatePublished(
  ctx: Context,
  act: number,
  bidxs: readonly number[],
  published: boolean,
): Promise<number> {
  const side = (is: boolean) => sql`jsonb_build_object('published', ${is}::boolean)`;
  const result = await sql`
    with held as materialized (
      select bidx from book
      where bidx = any(${bidxs}::integer[]) and (published_at is not null) <> ${published} order by bidx for no key update
    ),
    written as (
      update book set published_at = ${published ? ctx.now.toISOString() : null}::timestamptz
      from held where book.bidx = held.bidx returning book.bid
    )
    ${keepRecords(act, 'book', {
      from: sql`written`,
      id: sql`bid`,
      before: side(!published),
      after: side(published),
    })}`.execute(ctx.db);
  return Number(result.numAffectedRows ?? 0);
}
