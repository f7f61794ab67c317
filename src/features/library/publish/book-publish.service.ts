import { sql } from 'kysely';
import { z } from 'zod';
import { auditBookAct, publishedBooks } from '#features/book/book-act.public.ts';
import type { Worked } from '#kernel/jobs/bulk-work.ts';
import type { JobProgress } from '#kernel/jobs/job-progress.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { beginAct, storeEffects } from '#kernel/records/acts.ts';
import { goneKind } from '#kernel/records/change-record.ts';
import type { References } from '#kernel/records/references.ts';
import { defineSelectedAct } from '#kernel/records/selected-act.ts';
import { countSelected, writeSelected } from '#kernel/records/selection.ts';
import type { Context } from '#kernel/work/context.ts';
import { BookSelection } from '../find/book-selection.contract.ts';
import { requireKnown, selectableBooks } from '../find/book-selection.store.ts';
import { foreseePublishing, type PublishForeseen } from './publish-figures.read.ts';

const Requested = z.object({ selection: BookSelection, published: z.boolean() });
type Requested = z.output<typeof Requested>;

/**
 * Declares publishing and unpublishing of selected books: all or, if a bid is unknown, none. Books already in that
 * state are left untouched. The version of a record does not change, since no edited field is replaced.
 */
export function definePublishing(kernel: Kernel) {
  return defineSelectedAct(kernel, 'book.publish', Requested, {
    count: (ctx, requested, isDry) => countBooks(ctx, kernel.references, requested, isDry),
    run: publish,
    // A caller that publishes the books of an import by bid continues with them at once.
    namedAtOnce: true,
  });
}

type Counted = Pick<PublishForeseen, 'count' | 'changed'> & Partial<PublishForeseen>;

async function countBooks(
  ctx: Context,
  references: References,
  requested: Requested,
  isDry: boolean,
): Promise<Counted> {
  const { selection, published } = requested;
  await requireKnown(ctx, selection);
  if (isDry) return foreseePublishing(ctx, references, requested);
  const would = published ? sql<boolean>`b.published_at is null` : sql<boolean>`b.published_at is not null`;
  return countSelected(ctx.db, selectableBooks(ctx), selection, would);
}

/** Publishes these books, or unpublishes them. */
export const setPublished = (ctx: Context, bids: readonly string[], published: boolean): Promise<Worked> =>
  publish(ctx, { selection: { ids: [...bids] }, published });

/** Publishes these books. */
export const publishBooks = (ctx: Context, bids: readonly string[]): Promise<Worked> => setPublished(ctx, bids, true);

async function publish(ctx: Context, { selection, published }: Requested, progress?: JobProgress): Promise<Worked> {
  const act = await beginAct(ctx);
  const write = (keys: readonly number[]) => updatePublished(ctx, act, keys, published);
  const changed = await writeSelected(ctx.db, selectableBooks(ctx), selection, {
    write,
    ...(progress && { progress }),
  });
  if (changed === 0) return { changed, act: null };
  const verb = published ? 'published' : 'unpublished';
  if ('ids' in selection && selection.ids.length === 1) auditOne(ctx, act, selection.ids[0] ?? '', verb);
  else auditBookAct(ctx, act, verb, { count: changed });
  return { changed, act };
}

/** A single book is audited as an act on that book, not as one on many. */
function auditOne(ctx: Context, act: number, bid: string, verb: 'published' | 'unpublished'): void {
  const published = verb === 'published';
  const [before, after] = [{ published: !published }, { published }];
  ctx.audit({ entity: 'book', id: bid, action: `book.${verb}`, before, after, act });
  ctx.changed('book', bid);
  if (!published) ctx.changed(goneKind('book'), bid);
}

/** Publishes or unpublishes the books that are not in that state yet; returns the count. */
async function updatePublished(
  ctx: Context,
  act: number,
  bidxs: readonly number[],
  published: boolean,
): Promise<number> {
  const side = (is: boolean) => sql`jsonb_build_object('published', ${is}::boolean)`;
  const result = await sql`
    with held as materialized (
      select bidx, published_at as was from book
      where bidx = any(${bidxs}::integer[]) and (published_at is not null) <> ${published} order by bidx for no key update
    ),
    written as (
      update book set published_at = ${published ? ctx.now.toISOString() : null}::timestamptz
      from held where book.bidx = held.bidx returning book.bid, held.was, ${publishedBooks.state} as state
    )
    ${storeEffects(act, 'book', {
      from: sql`written`,
      id: sql`bid`,
      before: side(!published),
      after: side(published),
      undo: sql`state || jsonb_build_object('was', was)`,
    })}`.execute(ctx.db);
  return Number(result.numAffectedRows ?? 0);
}
