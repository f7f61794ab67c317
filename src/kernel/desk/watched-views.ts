import { sql } from 'kysely';
import { pagingLimit } from '../db/paging.ts';
import type { MenuView } from '../http/page-frame.rules.ts';
import { commonMessages } from '../messages/common.messages.ts';
import { staffOf } from '../work/actor.ts';
import type { Context } from '../work/context.ts';
import type { CachedCounts } from './cached-counts.ts';
import { getStaff, type SavedView, type SavedViews, savedViewEntity, savedViewsOf } from './saved-views.ts';

// The maximum number of views in one person's menu: each is counted again after every change that can alter it.
const mostWatched = 12;

/** The views in the caller's menu, by name; none if the caller is no administrator. */
export async function listWatched(ctx: Context): Promise<SavedView[]> {
  if (!staffOf(ctx.actor)?.isAdmin) return [];
  return (await savedViewsOf(ctx)).filter(({ inMenu }) => inMenu);
}

/** Watched views with the counts known at this moment, as the menu shows them. */
export const countedViews = (watched: readonly SavedView[], views: SavedViews, counts: CachedCounts): MenuView[] =>
  watched.map(({ view_idx, name, list, query, looked }) => {
    const counter = views.counterOf(list, query);
    const known = counter && counts.get(counter.key, counter);
    const count = known === undefined ? null : Math.min(known, pagingLimit);
    const grown = count === null || looked === null ? 0 : Math.max(0, count - looked);
    const search = new URLSearchParams(views.addressed(list, query)).toString();
    return { view_idx, name, href: search ? `${list}?${search}` : list, count, grown };
  });

/**
 * Puts a view into somebody's menu: its owner's own, or that of a colleague with whom the owner shares it. Doing so
 * again changes nothing.
 */
export async function addReader(ctx: Context, viewIdx: number, staffId: string): Promise<void> {
  const me = getStaff(ctx);
  const { name } = await lockView(ctx, viewIdx, me.staffIdx);
  // The row lock serializes views added to one menu, so that the limit holds.
  const { rows } = await sql<{ staff_idx: number }>`
    select staff_idx from staff where staff_id = ${staffId} and is_admin and disabled_at is null
    for no key update`.execute(ctx.db);
  const [reader] = rows;
  if (!reader) throw commonMessages.errorWith(422, 'table.view_nobody', { field: 'staff_id' });
  const added = await sql<{ isNew: boolean }>`
    insert into saved_view_reader (staff_idx, view_idx)
    select ${reader.staff_idx}::integer, ${viewIdx}::integer
    where (select count(*) from saved_view_reader where staff_idx = ${reader.staff_idx} and view_idx <> ${viewIdx}) < ${mostWatched}
    on conflict on constraint saved_view_reader__key do update set view_idx = excluded.view_idx
    returning xmax = 0 as "isNew"`.execute(ctx.db);
  const [row] = added.rows;
  if (!row) throw commonMessages.errorWith(422, 'table.menu_full', { field: 'staff_id' }, { limit: mostWatched });
  if (!row.isNew) return;
  const isOwn = staffId === me.staffId;
  ctx.audit({
    entity: savedViewEntity,
    id: viewIdx,
    action: isOwn ? 'saved_view.pinned' : 'saved_view.shared',
    after: isOwn ? { name } : { name, with: staffId },
  });
  ctx.changed(savedViewEntity, viewIdx);
}

/** Takes a view out of somebody's menu: the owner out of anybody's, others out of their own. */
export async function removeReader(ctx: Context, viewIdx: number, staffId: string): Promise<void> {
  const me = getStaff(ctx);
  const { rows } = await sql<{ name: string }>`
    delete from saved_view_reader r using saved_view v, staff
    where v.view_idx = r.view_idx and staff.staff_idx = r.staff_idx
      and r.view_idx = ${viewIdx} and staff.staff_id = ${staffId} and ${me.staffIdx} in (v.staff_idx, r.staff_idx)
    returning v.name`.execute(ctx.db);
  const [removed] = rows;
  if (!removed) throw commonMessages.error(404, 'error.not_found');
  const isOwn = staffId === me.staffId;
  ctx.audit({
    entity: savedViewEntity,
    id: viewIdx,
    action: isOwn ? 'saved_view.unpinned' : 'saved_view.unshared',
    before: isOwn ? { name: removed.name } : { name: removed.name, with: staffId },
  });
  ctx.changed(savedViewEntity, viewIdx);
}

/**
 * Notes how many rows the caller saw in a view of their menu. Like the time at which a session was last seen, this is
 * no act and has no audit row.
 */
export async function noteVisit(ctx: Context, viewIdx: number, count: number): Promise<void> {
  const { numAffectedRows = 0n } = await sql`
    update saved_view_reader set looked = ${count}
    where view_idx = ${viewIdx} and staff_idx = ${getStaff(ctx).staffIdx} and looked is distinct from ${count}`.execute(
    ctx.db,
  );
  if (numAffectedRows > 0n) ctx.changed(savedViewEntity, viewIdx);
}

/** Somebody with whom a view is shared, or could be. */
interface Colleague {
  staff_id: string;
  name: string;
  shared: boolean;
}

/** All colleagues of a view's owner, and with which of them it is shared. */
export async function listColleagues(ctx: Context, viewIdx: number): Promise<Colleague[]> {
  const me = getStaff(ctx).staffIdx;
  const { rows } = await sql<Colleague>`
    select s.staff_id, s.name,
      exists (select from saved_view_reader r where r.staff_idx = s.staff_idx and r.view_idx = v.view_idx) as shared
    from saved_view v join staff s on s.is_admin and s.disabled_at is null and s.staff_idx <> v.staff_idx
    where v.view_idx = ${viewIdx} and v.staff_idx = ${me} order by s.name, s.staff_id limit 500`.execute(ctx.db);
  return rows;
}

async function lockView(ctx: Context, viewIdx: number, owner: number): Promise<{ name: string }> {
  const { rows } = await sql<{ name: string }>`
    select name from saved_view where view_idx = ${viewIdx} and staff_idx = ${owner} for key share`.execute(ctx.db);
  const [view] = rows;
  if (!view) throw commonMessages.error(404, 'error.not_found');
  return view;
}
