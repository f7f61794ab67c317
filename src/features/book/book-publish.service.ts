import { sql } from 'kysely';
import type { Context } from '#kernel/context.ts';
import { auditBookAct, insertActRows, nextBookAct } from './book-act.store.ts';
import { bookMessages } from './book.messages.ts';
import { findBids, updatePublished } from './book.store.ts';

/**
 * Publishes books, or takes them back: all of them, or none where a bid is unknown. Those that are so already stay
 * untouched; answers how many changed. The record itself keeps its version, since nobody's words are replaced.
 */
export async function publishBooks(ctx: Context, given: readonly string[], published: boolean): Promise<number> {
  const bids = [...new Set(given)];
  const known = new Set(await findBids(ctx.db, bids));
  const unknown = bids.filter((bid) => !known.has(bid));
  if (unknown.length > 0) {
    const values = { bids: unknown.slice(0, 20).join(', ') };
    throw bookMessages.errorWith(404, 'book.some_not_found', { details: { bids: unknown } }, values);
  }
  const changed = await updatePublished(ctx, bids, published);
  const [first] = changed;
  if (first === undefined) return 0;
  const before = { published: !published };
  const after = { published };
  const verb = published ? 'published' : 'unpublished';
  if (changed.length === 1) {
    ctx.audit({ entity: 'book', id: first, action: `book.${verb}`, before, after });
    ctx.changed('book', first);
    return 1;
  }
  const act = await nextBookAct(ctx.db);
  await insertActRows(
    act,
    sql`
      select bid, ${JSON.stringify(before)}::jsonb as before, ${JSON.stringify(after)}::jsonb as after
      from unnest(${changed}::text[]) as changed (bid)`,
  ).execute(ctx.db);
  auditBookAct(ctx, act, verb, { count: changed.length });
  return changed.length;
}
