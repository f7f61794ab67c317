import { sql } from 'kysely';
import { commonMessages } from '../messages/common.messages.ts';
import { beginAct, storeEffects } from '../records/acts.ts';
import type { Reverting } from '../records/undoable.ts';
import type { Context } from '../work/context.ts';
import type { OwnedKind, Owner } from './belongings.ts';
import { savedViewEntity as entity, getStaff, type SavedView } from './saved-views.ts';

// The maximum number of views per user, over all lists.
const mostViews = 50;

/** Saves a view for the caller, replacing one of the same name, which the act keeps; returns its key. */
export async function saveView(
  ctx: Context,
  { list, name, query }: { list: string } & Pick<SavedView, 'name' | 'query'>,
): Promise<number> {
  const { staffIdx } = getStaff(ctx);
  // The row lock serializes concurrent saves by one user, so that the limit holds.
  await sql`select from staff where staff_idx = ${staffIdx} for no key update`.execute(ctx.db);
  const act = await beginAct(ctx);
  const { rows } = await sql<{ view_idx: number }>`
    with replaced as (
      select query from saved_view where staff_idx = ${staffIdx} and (list, name) = (${list}, ${name})
    ), saved as (
      insert into saved_view (staff_idx, list, name, query)
      select ${staffIdx}::integer, ${list}::text, ${name}::text, ${JSON.stringify(query)}::jsonb
      where (select count(*) from saved_view where staff_idx = ${staffIdx} and (list, name) <> (${list}, ${name})) < ${mostViews}
      on conflict on constraint saved_view__name_key do update set query = excluded.query
      returning view_idx, name
    ), kept as (${storeEffects(act, entity, {
      from: sql`saved`,
      id: sql`view_idx::text`,
      after: sql`jsonb_build_object('name', name)`,
      undo: sql`jsonb_build_object('query', (select query from replaced))`,
    })})
    select view_idx from saved`.execute(ctx.db);
  const [saved] = rows;
  if (!saved) throw commonMessages.errorWith(422, 'table.views_full', { field: 'name' }, { limit: mostViews });
  ctx.audit({ entity, id: saved.view_idx, action: 'saved_view.saved', after: { name }, act });
  ctx.changed(entity, saved.view_idx);
  return saved.view_idx;
}

/** Removes one of the caller's views; the act keeps it, and in whose menus it stood. */
export async function removeView(ctx: Context, viewIdx: number): Promise<void> {
  const act = await beginAct(ctx);
  const { rows } = await sql<{ name: string }>`
    with readers as (
      select coalesce(jsonb_agg(staff_idx), '[]') as them from saved_view_reader where view_idx = ${viewIdx}
    ), gone as (
      delete from saved_view where view_idx = ${viewIdx} and staff_idx = ${getStaff(ctx).staffIdx} returning *
    ), kept as (${storeEffects(act, entity, {
      from: sql`gone, readers`,
      id: sql`view_idx::text`,
      before: sql`jsonb_build_object('name', name)`,
      undo: sql`to_jsonb(gone) || jsonb_build_object('readers', them)`,
    })})
    select name from gone`.execute(ctx.db);
  const [removed] = rows;
  if (!removed) throw commonMessages.error(404, 'error.not_found');
  ctx.audit({ entity, id: viewIdx, action: 'saved_view.deleted', before: { name: removed.name }, act });
  ctx.changed(entity, viewIdx);
}

/** How saving a view, and removing one, is undone by its owner. */
export const viewUndo: Readonly<Record<string, Reverting>> = {
  saved: {
    remove: async (ctx, id, of) => {
      if (!(await putQueryBack(ctx, id, of))) await removeView(ctx, Number(id));
    },
  },
  deleted: { insert: insertDeleted },
};

/** Gives a view of the caller the filters that an act replaced; false if it was new. */
async function putQueryBack(ctx: Context, id: string, act: number): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`
    update saved_view v set query = r.undo -> 'query'
    from act_record r
    where r.act_idx = ${act}::bigint and r.entity = ${entity} and v.view_idx = ${id}::integer and v.staff_idx = ${getStaff(ctx).staffIdx}
      and jsonb_typeof(r.undo -> 'query') = 'object'
    returning v.name`.execute(ctx.db);
  const [{ name } = {}] = rows;
  if (name !== undefined) {
    ctx.audit({ entity, id, action: 'saved_view.saved', after: { name } });
    ctx.changed(entity, id);
  }
  return name !== undefined;
}

/** Inserts the view of the caller that an act deleted, in the menus in which it stood. */
async function insertDeleted(ctx: Context, id: string, act: number): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    with kept as (
      select undo from act_record where act_idx = ${act}::bigint and entity = ${entity} and record_id = ${id}
    ), made as (
      insert into saved_view (view_idx, staff_idx, list, name, query) overriding system value
      select v.view_idx, v.staff_idx, v.list, v.name, v.query from kept, jsonb_populate_record(null::saved_view, undo) v
      where v.staff_idx = ${getStaff(ctx).staffIdx} returning view_idx, name
    ), shown as (
      insert into saved_view_reader (view_idx, staff_idx)
      select view_idx, staff_idx from made, kept, staff
      where undo -> 'readers' @> to_jsonb(staff.staff_idx) and is_admin and disabled_at is null
    )
    select name from made`.execute(ctx.db);
  const [made] = rows;
  if (!made) throw commonMessages.error(404, 'error.not_found');
  ctx.audit({ entity, id, action: 'saved_view.saved', after: { name: made.name } });
  ctx.changed(entity, id);
}

/**
 * Whose view it is can change; one whose name the new owner has already is told from it by the former owner's ID, until it is
 * given back.
 */
export const ownViews: OwnedKind = {
  entity,
  label: 'table.views_of',
  table: 'saved_view',
  key: 'view_idx',
  owner: 'staff_idx',
  isOpen: () => sql<boolean>`true`,
  title: sql<string>`name`,
  href: () => '/',
  sets: ({ from, to }) => {
    const mark = (owner: Owner) => sql`' (' || ${owner.staffId}::text || ' ' || saved_view.view_idx || ')'`;
    const own = sql`case when right(saved_view.name, length(${mark(to)})) = ${mark(to)}
      then left(saved_view.name, -length(${mark(to)})) else saved_view.name end`;
    return sql`name = ${own} || case when exists (
      select from saved_view other
      where other.staff_idx = ${to.staffIdx} and (other.list, other.name) = (saved_view.list, ${own})
    ) then ${mark(from)} else '' end`;
  },
};
