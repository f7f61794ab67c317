import { closeSession, closeSessions, idleSince, listSessions, type SessionRow } from '#kernel/auth/sessions.ts';
import { AppError } from '#kernel/messages/errors.ts';
import { changeRecord, getRecord, type RecordKind, recordCreated } from '#kernel/records/change-record.ts';
import { requireFresh } from '#kernel/records/stale.ts';
import { type StaffActor, staffOf } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import type { StaffFilter, StaffListRow } from './staff.contract.ts';
import { staffMessages } from './staff.messages.ts';
import {
  countAdmins,
  findStaff,
  insertStaff,
  listStaff,
  lockAccounts,
  type NewStaff,
  type StaffRow,
  updatePassword,
  updateStaff,
} from './staff.store.ts';

const entity = 'staff';

export const listAccounts = (ctx: Context, filter: StaffFilter = {}): Promise<StaffListRow[]> =>
  listStaff(ctx.db, idleSince(ctx), filter);

const kind: RecordKind<number, StaffRow> = {
  entity,
  missing: () => staffMessages.error(404, 'staff.not_found'),
  find: (ctx, staffIdx) => findStaff(ctx.db, staffIdx),
  lock: async (ctx, staffIdx) => {
    await lockAccounts(ctx.db);
    return findStaff(ctx.db, staffIdx);
  },
  id: ({ staff_id }) => staff_id,
  audited: ({ staff_id, name, is_admin, disabled }) => ({ staff_id, name, is_admin, disabled }),
  announce: (ctx, { staff_idx }) => ctx.changed(entity, staff_idx),
};

/** The caller's account; every call and page of accounts has one. */
export function actorOf(ctx: Context): StaffActor {
  const staff = staffOf(ctx.actor);
  if (!staff) throw new AppError(401, 'error.sign_in');
  return staff;
}

export const getStaff = (ctx: Context, staffIdx: number): Promise<StaffRow> => getRecord(ctx, kind, staffIdx);

/** The account, if it is still at the version the caller loaded. */
export async function getFresh(ctx: Context, staffIdx: number, loaded: number | undefined): Promise<StaffRow> {
  const row = await getStaff(ctx, staffIdx);
  const { staff_id: id, version: current, name: title } = row;
  await requireFresh(ctx, { entity, id, current, loaded, record: { title } });
  return row;
}

/** Adds an account. The audit row never holds the password or its hash. */
export async function addStaff(ctx: Context, given: NewStaff): Promise<number> {
  const staffIdx = await insertStaff(ctx.db, given, ctx.now.toISOString());
  await recordCreated(ctx, kind, staffIdx);
  return staffIdx;
}

/** The fields of an account that can be changed; absent ones stay as they are. */
type StaffPatch = { [K in 'name' | 'is_admin' | 'disabled']?: StaffRow[K] | undefined };

/** Changes an account; disabling it ends its sessions. Unchanged fields write nothing. */
export async function changeStaff(
  ctx: Context,
  staffIdx: number,
  patch: StaffPatch,
  { version, action }: { version?: number | undefined; action?: string } = {},
): Promise<void> {
  const write = async (differing: StaffPatch, before: StaffRow) => {
    const after = { ...before, ...differing };
    const stays = canAdminister(after) || !(await isLastAdmin(ctx, before));
    if (!stays) throw staffMessages.error(422, 'staff.last_admin');
    await updateStaff(ctx.db, staffIdx, after, ctx.now.toISOString());
    if (after.disabled) await closeSessions(ctx, staffIdx);
  };
  await changeRecord(ctx, kind, staffIdx, { version, values: patch, write, ...(action && { action }) });
}

const canAdminister = (row: Pick<StaffRow, 'is_admin' | 'disabled'>) => row.is_admin && !row.disabled;

/** Whether there is no other administrator. Accounts must be locked. */
export const isLastAdmin = async (ctx: Context, row: StaffRow): Promise<boolean> =>
  canAdminister(row) && (await countAdmins(ctx.db)) < 2;

/**
 * Sets somebody else's password and ends their sessions. One's own needs the current password, see changeOwnPassword.
 */
export async function resetPassword(ctx: Context, staffIdx: number, hash: string, version?: number): Promise<void> {
  await lockAccounts(ctx.db);
  const row = await getFresh(ctx, staffIdx, version);
  if (staffIdx === staffOf(ctx.actor)?.staffIdx) throw staffMessages.error(422, 'staff.own_password');
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

/** Ends every session of an account except the caller's. Returns their number. */
export async function endSessions(ctx: Context, staffIdx: number): Promise<number> {
  const row = await getStaff(ctx, staffIdx);
  const ended = await closeSessions(ctx, staffIdx, staffOf(ctx.actor)?.sessionId);
  if (ended > 0)
    ctx.audit({ entity: 'session', id: row.staff_id, action: 'session.ended', after: { sessions_ended: ended } });
  return ended;
}
