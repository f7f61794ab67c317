import { AppError } from '#kernel/messages/errors.ts';
import { type StaffActor, staffOf } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import { calendarMessages } from './calendar.messages.ts';
import { closeLink, insertLink, lockLink } from './link.store.ts';

/** The entity of links in the audit trail. */
export const linkEntity = 'calendar_link';

/** Creates an address of the calendar for the caller. Its token is in the answer alone. */
export async function makeLink(ctx: Context): Promise<{ link_idx: number; href: string }> {
  const { link_idx, token } = await insertLink(ctx, requireStaff(ctx).staffIdx);
  ctx.audit({ entity: linkEntity, id: link_idx, action: `${linkEntity}.created`, after: { lang: ctx.locale } });
  ctx.changed(linkEntity, link_idx);
  return { link_idx, href: `/calendar/${token}.ics` };
}

/** Closes an address for good. Twice does nothing more. */
export async function revokeLink(ctx: Context, linkIdx: number): Promise<void> {
  const { staffIdx, isAdmin } = requireStaff(ctx);
  const link = await lockLink(ctx.db, linkIdx);
  if (!link || (link.staff_idx !== staffIdx && !isAdmin)) throw calendarMessages.error(404, 'calendar.link_gone');
  if (!link.isOpen) return;
  await closeLink(ctx, linkIdx);
  ctx.audit({ entity: linkEntity, id: linkIdx, action: `${linkEntity}.revoked` });
  ctx.changed(linkEntity, linkIdx);
}

/** The calling account: a link belongs to one. */
export function requireStaff({ actor }: Pick<Context, 'actor'>): StaffActor {
  const staff = staffOf(actor);
  if (!staff) throw new AppError(401, 'error.sign_in');
  return staff;
}
