import type { Mails } from '#kernel/desk/mails.ts';
import { requireFresh } from '#kernel/records/stale.ts';
import type { Context } from '#kernel/work/context.ts';
import { getStaff } from '../staff.service.ts';
import { lockAccounts } from '../staff.store.ts';
import type { MailChange } from './staff-mail.contract.ts';
import { deleteNewAddress } from './new-address.store.ts';
import { sendMoved } from './staff-mails.ts';
import { findStaffMail, type StaffMail, storeStaffMail } from './staff-mail.store.ts';

/**
 * Changes where a person gets mail, in which language, or which kinds; another address ends one that waits for its link, and
 * the one before it hears of it. `action` is how it came about.
 */
export async function changeStaffMail(
  ctx: Context,
  mails: Mails,
  staffIdx: number,
  { version: loaded, ...given }: Omit<MailChange, 'current_password'>,
  action = 'staff.mail_changed',
): Promise<StaffMail> {
  await lockAccounts(ctx.db);
  const { staff_id: id, name: title } = await getStaff(ctx, staffIdx);
  const before = await findStaffMail(ctx, staffIdx);
  await requireFresh(ctx, { entity: 'staff', id, current: before.version, loaded, record: { title } });
  const patch = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const after: StaffMail = { ...before, ...patch, choices: { ...before.choices, ...given.choices } };
  if (JSON.stringify(after) === JSON.stringify(before)) return before;
  const stored = { ...after, version: before.version + 1 };
  await storeStaffMail(ctx, staffIdx, stored);
  ctx.audit({ entity: 'staff', id, action, before: audited(before), after: audited(after) });
  ctx.changed('staff', staffIdx);
  if (before.address === after.address) return stored;
  await deleteNewAddress(ctx, staffIdx);
  if (before.address !== '') {
    await sendMoved(mails, ctx, { address: before.address, locale: before.locale }, id);
  }
  return stored;
}

const audited = ({ address, locale, choices }: StaffMail) => ({
  mail_address: address,
  mail_language: locale,
  mail_kinds: Object.entries(choices).map(([kind, isOn]) => `${isOn ? '+' : '-'}${kind}`),
});
