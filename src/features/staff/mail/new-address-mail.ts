import { z } from 'zod';
import type { MailKind, Mails } from '#kernel/desk/mails.ts';
import type { Locale } from '#kernel/messages/locale.ts';
import type { Context } from '#kernel/work/context.ts';
import type { StaffWords } from '../staff.messages.ts';
import { makeAddressLink } from './new-address.store.ts';

/** What the link of a mail is made from, as the outbox stores it. */
const Linked = z.object({ staff_idx: z.int() });

/** Goes to an address that an account is to get, which proves that its owner reads there. */
export const newAddressKind: MailKind = {
  kind: 'new_address',
  label: 'staff.mail_new_address',
  async link(ctx, { address, of }) {
    const token = await makeAddressLink(ctx, { staffIdx: Linked.parse(of).staff_idx, address });
    return token && `/login/address/${token}`;
  },
};

/** Sends the link that lets an account use an address. */
export const sendNewAddress = (
  mails: Mails,
  ctx: Context,
  { staffIdx, id, ...to }: { staffIdx: number; id: string; address: string; locale: Locale },
) =>
  mails.send(ctx, {
    kind: newAddressKind,
    to: [to],
    write: (words) => {
      const t = words.translate<StaffWords>();
      const product = words.text('common.product');
      return {
        subject: t('staff.new_address_subject'),
        lines: [t('staff.new_address_text', { product, id }), t('staff.link_once'), t('staff.new_address_not_you')],
        link: { label: t('staff.new_address_use'), of: { staff_idx: staffIdx } satisfies z.output<typeof Linked> },
      };
    },
  });
