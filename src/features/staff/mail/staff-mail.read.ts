import type { Mails } from '#kernel/desk/mails.ts';
import type { Context } from '#kernel/work/context.ts';
import { findNewAddress } from './new-address.store.ts';
import type { MailSettings } from './staff-mail.contract.ts';
import { findStaffMail } from './staff-mail.store.ts';

/** Where a person gets mail, with the kinds that they can choose. */
export async function mailSettingsOf(ctx: Context, mails: Mails, staffIdx: number): Promise<MailSettings> {
  const { choices, ...rest } = await findStaffMail(ctx, staffIdx);
  return {
    ...rest,
    new_address: (await findNewAddress(ctx, staffIdx)) ?? null,
    kinds: mails
      .all()
      .flatMap(({ kind, label, choice }) =>
        choice ? [{ kind, label: ctx.text(label), on: choices[kind] ?? choice.initial }] : [],
      ),
  };
}
