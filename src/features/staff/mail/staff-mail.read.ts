import type { Mails } from '#kernel/desk/mails.ts';
import type { Context } from '#kernel/work/context.ts';
import type { MailSettings } from './staff-mail.contract.ts';
import type { StaffMail } from './staff-mail.store.ts';

/** Where a person gets mail, with the kinds that they can choose. */
export const mailSettingsOf = (ctx: Context, mails: Mails, { choices, ...rest }: StaffMail): MailSettings => ({
  ...rest,
  kinds: mails
    .all()
    .flatMap(({ kind, label, choice }) =>
      choice ? [{ kind, label: ctx.text(label), on: choices[kind] ?? choice.initial }] : [],
    ),
});
