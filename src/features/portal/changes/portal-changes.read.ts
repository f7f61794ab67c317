import { sql } from 'kysely';
import type { Change } from '#kernel/changes/change-feed.ts';
import type { Context } from '#kernel/work/context.ts';
import { asPortalChange, type PortalChange } from './portal-changes.rules.ts';

/**
 * The changes that portals are told of: those of records that readers may see now, or could see until this change.
 * Takes one statement, or none if there are no books and collections among them.
 */
export async function portalChangesOf(ctx: Context, changes: readonly Change[]): Promise<PortalChange[]> {
  const named = changes.flatMap((change) => asPortalChange(change) ?? []);
  const ids = (kind: string) =>
    named.flatMap((change) => (change.ifPublic && change.kind === kind && change.id !== null ? change.id : []));
  const isPublic = await findPublic(ctx, ids('book'), ids('collection'));
  return named.filter((change) => !change.ifPublic || isPublic.has(nameOf(change)));
}

const nameOf = ({ kind, id }: { kind: string; id: string | null }) => `${kind} ${id}`;

async function findPublic(ctx: Context, bids: string[], cids: string[]): Promise<Set<string>> {
  if (bids.length + cids.length === 0) return new Set();
  const { rows } = await sql<{ kind: string; id: string }>`
    select 'book' as kind, bid as id from book where bid = any(${bids}) and published_at is not null
    union all
    select 'collection', cid from collection where cid = any(${cids}) and is_public = 'O'`.execute(ctx.db);
  return new Set(rows.map(nameOf));
}
