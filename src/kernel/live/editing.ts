import { sql } from 'kysely';
import { actorName } from '../auth/actor.ts';
import type { Context } from '../context.ts';
import { seconds } from '../db/seconds.ts';
import { type Editor, editingKind } from './live.contract.ts';

interface Place {
  kind: string;
  id: string;
}

interface FormPlace extends Place {
  form: string;
}

// Three heartbeats of a form. Seconds.
const lastsSeconds = 45;

/** How a change names the record that somebody began or ended to edit. */
export const editedId = ({ kind, id }: Place): string => `${kind} ${id}`;

/** Keeps a form known as open; others hear of it when it is new. Forms not heard of any more are forgotten. */
export async function keepEditing(ctx: Context, { kind, id, form }: FormPlace): Promise<void> {
  const since = ctx.now.toISOString();
  const until = new Date(ctx.now.getTime() + lastsSeconds * 1000).toISOString();
  const staff = actorName(ctx.actor) ?? '';
  await ctx.db.deleteFrom('editing').where('until', '<=', since).execute();
  const { rows } = await sql<{ isNew: boolean }>`
    insert into editing (kind, record_id, form, staff_id, since, until)
    values (${kind}, ${id}, ${form}, ${staff}, ${since}, ${until})
    on conflict (kind, record_id, form) do update set until = excluded.until
    returning xmax = 0 as "isNew"`.execute(ctx.db);
  if (rows[0]?.isNew) ctx.changed(editingKind, editedId({ kind, id }));
}

/** Forgets a form that was closed. */
export async function endEditing(ctx: Context, { kind, id, form }: FormPlace): Promise<void> {
  const ended = await ctx.db
    .deleteFrom('editing')
    .where('kind', '=', kind)
    .where('record_id', '=', id)
    .where('form', '=', form)
    .where('staff_id', '=', actorName(ctx.actor) ?? '')
    .returning('form')
    .execute();
  if (ended.length > 0) ctx.changed(editingKind, editedId({ kind, id }));
}

/** Who has a record open for editing, in another form than `except`. */
export async function editorsOf(ctx: Context, { kind, id }: Place, except: string | null = null): Promise<Editor[]> {
  const { rows } = await sql<Editor>`
    select staff_id as name, ${seconds(sql`min(since)`)} as since, staff_id = ${actorName(ctx.actor)} as own
    from editing
    where kind = ${kind} and record_id = ${id} and until > ${ctx.now.toISOString()}
      and form is distinct from ${except}::uuid
    group by staff_id order by min(since), staff_id`.execute(ctx.db);
  return rows;
}
