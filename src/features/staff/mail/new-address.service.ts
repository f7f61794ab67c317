import { noteFailures } from '#kernel/auth/throttle.ts';
import type { Mails } from '#kernel/desk/mails.ts';
import type { Context } from '#kernel/work/context.ts';
import { throttled } from '../session.service.ts';
import { staffMessages } from '../staff.messages.ts';
import { getStaff } from '../staff.service.ts';
import { lockAccounts } from '../staff.store.ts';
import { deleteNewAddress, findLinkedAddress, findNewAddress, storeNewAddress } from './new-address.store.ts';
import { sendNewAddress } from './new-address-mail.ts';
import type { MailChange } from './staff-mail.contract.ts';
import { changeStaffMail } from './staff-mail.service.ts';
import { findStaffMail, storeStaffMail } from './staff-mail.store.ts';

// As many links as this may leave for one account within the window of failed log-ins: they go to anybody's address.
const mostLinks = 5;

/**
 * Changes where a person gets mail, in which language, or which kinds. Another address is used once its link is opened;
 * where no mail is sent it waits for one, so that it is proven before the first mail leaves. Throws 409 if the settings
 * were changed since `version`, 429 after many links.
 */
export async function changeOwnMail(
  ctx: Context,
  mails: Mails,
  staffIdx: number,
  { address, ...given }: Omit<MailChange, 'current_password'>,
): Promise<void> {
  await lockAccounts(ctx.db);
  const former = await findStaffMail(ctx, staffIdx);
  const isNew = address !== undefined && address !== '' && address !== former.address;
  await changeStaffMail(ctx, mails, staffIdx, isNew ? given : { ...given, address });
  if (isNew) await awaitLink(ctx, mails, staffIdx, address);
}

/** Sends the link of the address that waits again; the one before it is over. */
export async function sendLinkAgain(ctx: Context, mails: Mails, staffIdx: number): Promise<void> {
  await lockAccounts(ctx.db);
  const waiting = await findNewAddress(ctx, staffIdx);
  if (!waiting) throw staffMessages.error(404, 'staff.new_address_none');
  await awaitLink(ctx, mails, staffIdx, waiting.address);
}

/** Ends the waiting of a new address: the one of now stays. */
export async function dropNewAddress(ctx: Context, staffIdx: number): Promise<void> {
  await lockAccounts(ctx.db);
  const address = await deleteNewAddress(ctx, staffIdx);
  if (address === undefined) throw staffMessages.error(404, 'staff.new_address_none');
  await noteWaiting(ctx, staffIdx, 'staff.address_dropped', address);
}

/** Uses the address of a link from now on, once; the address before it hears of that. */
export async function confirmAddress(ctx: Context, mails: Mails, token: string): Promise<void> {
  await lockAccounts(ctx.db);
  const linked = await findLinkedAddress(ctx, token);
  if (!linked) throw staffMessages.error(404, 'staff.link_over');
  const { staff_idx: staffIdx, address } = linked;
  await deleteNewAddress(ctx, staffIdx);
  await changeStaffMail(ctx, mails, staffIdx, { address }, 'staff.address_confirmed');
}

async function awaitLink(ctx: Context, mails: Mails, staffIdx: number, address: string): Promise<void> {
  await storeNewAddress(ctx, staffIdx, { address, until: mails.areSent ? null : ctx.now.toISOString() });
  await noteWaiting(ctx, staffIdx, 'staff.address_requested', address);
  if (!mails.areSent) return;
  const wait = await noteFailures(ctx, { [`address:${staffIdx}`]: mostLinks });
  if (wait > 0) throw throttled(wait);
  const { locale } = await findStaffMail(ctx, staffIdx);
  const { staff_id: id } = await getStaff(ctx, staffIdx);
  await sendNewAddress(mails, ctx, { staffIdx, id, address, locale });
}

/** Says in the trail what became of an address that waits, and to other tabs that the settings are others now. */
async function noteWaiting(ctx: Context, staffIdx: number, action: string, address: string): Promise<void> {
  const { version, ...stored } = await findStaffMail(ctx, staffIdx);
  await storeStaffMail(ctx, staffIdx, { ...stored, version: version + 1 });
  const { staff_id: id } = await getStaff(ctx, staffIdx);
  ctx.audit({ entity: 'staff', id, action, after: { new_mail_address: address } });
  ctx.changed('staff', staffIdx);
}
