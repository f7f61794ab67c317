import { sql } from 'kysely';
import { secondsOf } from '../db/seconds.ts';
import { actorName } from '../work/actor.ts';
import type { Context } from '../work/context.ts';
import { type Editor, editingKind } from './live.contract.ts';

interface EditedRecord {
  kind: string;
  id: string;
}

interface OpenForm extends EditedRecord {
  form: string;
}

// Three heartbeats of a form. Seconds.
const lastsSeconds = 45;

/** The id that a change uses for a record that someone started or stopped editing. */
export const editedId = ({ kind, id }: EditedRecord): string => `${kind} ${id}`;

/** Renews an open form; a new one is announced to others. Forms without a recent heartbeat are removed. */
export async function renewEditing(ctx: Context, form: OpenForm): Promise<void> {
  await ctx.db.deleteFrom('editing').where('until', '<=', ctx.now.toISOString()).execute();
  const { rows } = await sql<{ isNew: boolean }>`
    insert into editing (kind, record_id, form, staff_id, since, until)
    values (${formRow(ctx, form)})
    on conflict (kind, record_id, form) do update set until = excluded.until where not editing.closed
    returning xmax = 0 as "isNew"`.execute(ctx.db);
  if (rows[0]?.isNew) ctx.changed(editingKind, editedId(form));
}

/** Closes a form: a heartbeat sent before but arriving later does not reopen it. */
export async function endEditing(ctx: Context, form: OpenForm): Promise<void> {
  const { rows } = await sql<{ wasOpen: boolean }>`
    insert into editing (kind, record_id, form, staff_id, since, until, closed)
    values (${formRow(ctx, form)}, true)
    on conflict (kind, record_id, form) do update set closed = true, until = excluded.until
      where not editing.closed and editing.staff_id = excluded.staff_id
    returning xmax <> 0 as "wasOpen"`.execute(ctx.db);
  if (rows[0]?.wasOpen) ctx.changed(editingKind, editedId(form));
}

const formRow = (ctx: Context, { kind, id, form }: OpenForm) => {
  const since = ctx.now.toISOString();
  const until = new Date(ctx.now.getTime() + lastsSeconds * 1000).toISOString();
  return sql.join([kind, id, form, actorName(ctx.actor) ?? '', since, until]);
};

/** Who has a record open for editing, in a form other than `except`. */
export async function editorsOf(
  ctx: Context,
  { kind, id }: EditedRecord,
  except: string | null = null,
): Promise<Editor[]> {
  const { rows } = await sql<Editor>`
    select staff_id as name, ${secondsOf(sql`min(since)`)} as since, staff_id = ${actorName(ctx.actor)} as own
    from editing
    where kind = ${kind} and record_id = ${id} and not closed and until > ${ctx.now.toISOString()}
      and form is distinct from ${except}::uuid
    group by staff_id order by min(since), staff_id`.execute(ctx.db);
  return rows;
}
