import { closeSession, closeSessions, idleSince, listSessions, type SessionRow } from '#kernel/auth/sessions.ts';
import type { Context } from '#kernel/context.ts';
import { requireFresh } from '#kernel/stale.ts';
import { staffMessages } from './staff.messages.ts';
import {
  countAdmins,
  findStaff,
  insertStaff,
  listStaff,
  lockAccounts,
  type NewStaff,
  type StaffListRow,
  type StaffRow,
  updatePassword,
  updateStaff,
} from './staff.store.ts';

const entity = 'staff';

export const listAccounts = (ctx: Context): Promise<StaffListRow[]> => listStaff(ctx.db, idleSince(ctx));

export async function getStaff(ctx: Context, staffIdx: number): Promise<StaffRow> {
  const row = await findStaff(ctx.db, staffIdx);
  if (!row) throw staffMessages.error(404, 'staff.not_found');
  return row;
}

/** Adds an account. The audit row never holds the password or its hash. */
export async function addStaff(ctx: Context, given: NewStaff): Promise<number> {
  const staffIdx = await insertStaff(ctx.db, given, ctx.now.toISOString());
  const { staff_id, name, is_admin } = given;
  ctx.audit({ entity, id: staff_id, action: 'staff.created', after: { staff_id, name, is_admin } });
  ctx.changed(entity, staffIdx);
  return staffIdx;
}

/** What of an account can be changed; what is absent stays. */
export type StaffPatch = { [K in 'name' | 'is_admin' | 'disabled']?: StaffRow[K] | undefined };

/** Changes an account; disabling ends its sessions. What is as it was leaves no trace. */
export async function changeStaff(ctx: Context, staffIdx: number, patch: StaffPatch, version?: number): Promise<void> {
  await lockAccounts(ctx.db);
  const before = await getStaff(ctx, staffIdx);
  await requireFresh(ctx, {
    entity,
    id: before.staff_id,
    current: before.version,
    loaded: version,
    record: { title: before.name },
  });
  const after = {
    name: patch.name ?? before.name,
    is_admin: patch.is_admin ?? before.is_admin,
    disabled: patch.disabled ?? before.disabled,
  };
  const changed = (['name', 'is_admin', 'disabled'] as const).filter((field) => after[field] !== before[field]);
  if (changed.length === 0) return;
  if (canAdminister(before) && !canAdminister(after)) await requireAnotherAdmin(ctx);
  await updateStaff(ctx.db, staffIdx, after, ctx.now.toISOString());
  if (after.disabled) await closeSessions(ctx, staffIdx);
  const only = (row: typeof after) => Object.fromEntries(changed.map((field) => [field, row[field]]));
  ctx.audit({ entity, id: before.staff_id, action: 'staff.updated', before: only(before), after: only(after) });
  ctx.changed(entity, staffIdx);
}

const canAdminister = (row: Pick<StaffRow, 'is_admin' | 'disabled'>) => row.is_admin && !row.disabled;

async function requireAnotherAdmin(ctx: Context): Promise<void> {
  if ((await countAdmins(ctx.db)) < 2) throw staffMessages.error(422, 'staff.last_admin');
}

/** Sets somebody else's password and ends their sessions. The own one needs the current password, see changeOwnPassword. */
export async function resetPassword(ctx: Context, staffIdx: number, hash: string): Promise<void> {
  const row = await getStaff(ctx, staffIdx);
  if (staffIdx === ctx.actor?.staffIdx) throw staffMessages.error(422, 'staff.own_password');
  await updatePassword(ctx.db, staffIdx, hash);
  const ended = await closeSessions(ctx, staffIdx);
  ctx.audit({ entity, id: row.staff_id, action: 'staff.password_reset', after: { sessions_ended: ended } });
}

export async function sessionsOf(ctx: Context, staffIdx: number): Promise<SessionRow[]> {
  await getStaff(ctx, staffIdx);
  return listSessions(ctx, staffIdx);
}

export async function endSession(ctx: Context, staffIdx: number, sessionId: string): Promise<void> {
  const row = await getStaff(ctx, staffIdx);
  if (!(await closeSession(ctx, staffIdx, sessionId))) throw staffMessages.error(404, 'staff.session_not_found');
  ctx.audit({ entity: 'session', id: row.staff_id, action: 'session.ended', after: { sessions_ended: 1 } });
}

/** Ends every session of an account but the one that asks. Answers how many. */
export async function endSessions(ctx: Context, staffIdx: number): Promise<number> {
  const row = await getStaff(ctx, staffIdx);
  const ended = await closeSessions(ctx, staffIdx, ctx.actor?.sessionId);
  if (ended > 0)
    ctx.audit({ entity: 'session', id: row.staff_id, action: 'session.ended', after: { sessions_ended: ended } });
  return ended;
}
