import type { MailKind, Mails } from '#kernel/desk/mails.ts';
import { zonedTimeText } from '#kernel/messages/time-text.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import type { StaffWords } from '../staff.messages.ts';
import type { StaffRow } from '../staff.store.ts';

/** A log-in from a browser that the account was not used in before. */
export const deviceKind: MailKind = { kind: 'device', label: 'staff.mail_device', choice: { initial: true } };

/** Says to the owner of an account that it was used in a browser that it had not been used in. */
export const sendNewDevice = (
  mails: Mails,
  ctx: Context,
  { staff_idx: staffIdx, staff_id: id }: Pick<StaffRow, 'staff_idx' | 'staff_id'>,
  { device: name, address }: { device: string; address: string },
) =>
  mails.send(ctx, {
    kind: deviceKind,
    to: [{ staffIdx }],
    write: (words) => {
      const t = words.translate<StaffWords>();
      const product = words.text('common.product');
      const { locale } = words;
      const time = zonedTimeText({ locale, timeZone: ctx.timeZone }, inSeconds(ctx.now));
      return {
        subject: t('staff.device_subject', { device: name }),
        lines: [t('staff.device_text', { product, id, device: name, address, time }), t('staff.device_not_you')],
        link: { label: t('staff.account'), path: '/staff/sessions' },
      };
    },
  });
