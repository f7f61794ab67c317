import { sql } from 'kysely';
import { secondsOf } from '#kernel/db/seconds.ts';
import type { OwnedKind } from '#kernel/desk/belongings.ts';
import type { TaskRow } from '#kernel/desk/home.ts';
import { commonMessages } from '#kernel/messages/common.messages.ts';
import { type StaffActor, staffOf } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import { today } from '#kernel/work/days.ts';
import type { SeenRow } from './task.contract.ts';
import { homeMessages } from './home.messages.ts';
import { hasGrown, type Things, thingsOf } from './inbox.rules.ts';

/** A row of the start page, as one person sees it. */
export interface InboxRow extends TaskRow {
  /** Who deals with it. */
  taken: { name: string; own: boolean } | null;
  /** Until when the person does not want to see it, in seconds; without a time, until it grows. */
  snoozed: { until: number | null } | null;
}

// A taken row that nobody puts back is for everybody again after a week.
const takenFor = sql`interval '7 days'`;
// When a row comes back on its day.
const morning = sql`time '09:00'`;

/** Adds to the rows who has taken them, and which of them the caller has snoozed. */
export async function markRows(ctx: Context, rows: readonly TaskRow[]): Promise<InboxRow[]> {
  const me = getStaff(ctx).staffIdx;
  const now = ctx.now.toISOString();
  const kinds = rows.map(({ kind }) => kind);
  const [snoozes, takings] = await Promise.all([
    sql<{ kind: string; until: number | null; things: Things }>`
      select kind, ${secondsOf('until')} as until, things from task_snooze
      where staff_idx = ${me} and kind = any(${kinds}) and (until is null or until > ${now})`.execute(ctx.db),
    sql<{ kind: string; name: string; own: boolean }>`
      select kind, staff.name, staff_idx = ${me} as own from task_taken join staff using (staff_idx)
      where kind = any(${kinds}) and until > ${now}`.execute(ctx.db),
  ]);
  const snoozed = new Map(snoozes.rows.map((one) => [one.kind, one]));
  const taken = new Map(takings.rows.map(({ kind, ...by }) => [kind, by]));
  return rows.map((row) => {
    const snooze = snoozed.get(row.kind);
    const isAsleep = snooze && !hasGrown(thingsOf(row.tasks), snooze.things);
    return { ...row, taken: taken.get(row.kind) ?? null, snoozed: isAsleep ? { until: snooze.until } : null };
  });
}

/** Puts a row off for the caller, until the morning of a day or until it grows. */
export async function snoozeRow(ctx: Context, row: SeenRow, until: string | undefined): Promise<void> {
  if (until !== undefined && until <= today(ctx))
    throw homeMessages.errorWith(422, 'home.snooze_past', { field: 'until' });
  const title = titleOf(ctx, row);
  await sql`
    insert into task_snooze (staff_idx, kind, until, things)
    values (${getStaff(ctx).staffIdx}, ${row.kind},
      (${until ?? null}::date + ${morning}) at time zone ${ctx.timeZone}, ${JSON.stringify(row.things)}::jsonb)
    on conflict on constraint task_snooze__key do update set until = excluded.until, things = excluded.things`.execute(
    ctx.db,
  );
  ctx.audit({ entity: taskEntity, id: row.kind, action: 'task.snoozed', after: { title, until: until ?? null } });
}

/** Ends a snooze of the caller. */
export async function wakeRow(ctx: Context, kind: string): Promise<void> {
  const { rows } = await sql<{ things: Things }>`
    delete from task_snooze where staff_idx = ${getStaff(ctx).staffIdx} and kind = ${kind} returning things`.execute(
    ctx.db,
  );
  const [woken] = rows;
  if (!woken) throw commonMessages.error(404, 'error.not_found');
  const title = titleOf(ctx, { kind, things: woken.things });
  ctx.audit({ entity: taskEntity, id: kind, action: 'task.woken', after: { title } });
}

/** Takes a row for the caller; of two who do so at once, the first one has it. */
export async function takeRow(ctx: Context, row: SeenRow): Promise<void> {
  const me = getStaff(ctx).staffIdx;
  const title = titleOf(ctx, row);
  const now = sql`${ctx.now.toISOString()}::timestamptz`;
  const { rows } = await sql`
    insert into task_taken (kind, staff_idx, until, things)
    values (${row.kind}, ${me}, ${now} + ${takenFor}, ${JSON.stringify(row.things)}::jsonb)
    on conflict on constraint task_taken__key do update set
      staff_idx = excluded.staff_idx, until = excluded.until, things = excluded.things
      where task_taken.until <= ${now} or task_taken.staff_idx = excluded.staff_idx
    returning 1`.execute(ctx.db);
  if (rows.length === 0) throw homeMessages.error(409, 'home.taken_already');
  ctx.audit({ entity: taskEntity, id: row.kind, action: 'task.taken', after: { title } });
}

/** Puts a taken row back for everybody, whoever has it: people fall ill. */
export async function releaseRow(ctx: Context, kind: string): Promise<void> {
  const { rows } = await sql<{ name: string; things: Things }>`
    delete from task_taken using staff
    where staff.staff_idx = task_taken.staff_idx and kind = ${kind} and until > ${ctx.now.toISOString()}
    returning staff.name, things`.execute(ctx.db);
  const [taken] = rows;
  if (!taken) throw commonMessages.error(404, 'error.not_found');
  const title = titleOf(ctx, { kind, things: taken.things });
  ctx.audit({ entity: taskEntity, id: kind, action: 'task.released', before: { by: taken.name }, after: { title } });
}

/** The entity of rows of the start page in the audit trail; the id is their kind. */
export const taskEntity = 'task';

/** Rows that somebody has taken. */
export const ownTasks: OwnedKind = {
  entity: taskEntity,
  label: 'home.tasks_of',
  table: 'task_taken',
  key: 'kind',
  owner: 'staff_idx',
  isOpen: ({ now }) => sql<boolean>`until > ${now.toISOString()}::timestamptz`,
  title: sql<string>`jsonb_build_object('kind', kind, 'things', things)::text`,
  titleOf: (ctx, row) => titleOf(ctx, JSON.parse(row)),
  href: () => '/',
};

/** What a row is called; a kind is the key of a message. */
function titleOf(ctx: Context, { kind, things }: { kind: string; things: Things }): string {
  const counts = Object.values(things);
  const title = ctx.text(kind, { count: counts.reduce((sum, count) => sum + count, 0), tasks: counts.length });
  if (title === kind) throw commonMessages.error(404, 'error.not_found');
  return title;
}

function getStaff(ctx: Context): StaffActor {
  const staff = staffOf(ctx.actor);
  if (!staff) throw commonMessages.error(401, 'error.sign_in');
  return staff;
}
