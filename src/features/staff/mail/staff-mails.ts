import type { MailKind, Mails, MailRecipient, RecipientWords } from '#kernel/desk/mails.ts';
import type { Context } from '#kernel/work/context.ts';
import type { StaffWords } from '../staff.messages.ts';
import type { StaffRow } from '../staff.store.ts';
import { makePasswordLink } from './password-link.store.ts';

type Named = Pick<StaffRow, 'staff_idx' | 'staff_id' | 'name'>;

/** Where a link in a mail leads. */
export const linkPath = (token: string) => `/login/link/${token}`;

const link: MailKind['link'] = async (ctx, { staffIdx }) => linkPath(await makePasswordLink(ctx, staffIdx ?? 0));

const invitation: MailKind = { kind: 'invitation', label: 'staff.mail_invitation', link };
const forgotten: MailKind = { kind: 'password', label: 'staff.mail_forgotten', link };
const moved: MailKind = { kind: 'address', label: 'staff.mail_moved' };

export const staffMailKinds = [invitation, forgotten, moved] as const;

const textsOf = (words: RecipientWords) => ({
  t: words.translate<StaffWords>(),
  product: words.text('common.product'),
});

/** Invites the owner of a new account to choose a password. */
export const sendInvitation = (mails: Mails, ctx: Context, { staff_idx: staffIdx, staff_id: id, name }: Named) =>
  mails.send(ctx, {
    kind: invitation,
    to: [{ staffIdx }],
    write: (words) => {
      const { t, product } = textsOf(words);
      return {
        subject: t('staff.invitation_subject', { product }),
        lines: [
          t('staff.invitation_hello', { name }),
          t('staff.invitation_text', { product, id }),
          t('staff.link_once'),
        ],
        link: { label: t('staff.link_choose') },
      };
    },
  });

/** Sends a link that sets a forgotten password. */
export const sendForgotten = (mails: Mails, ctx: Context, { staff_idx: staffIdx, staff_id: id }: Named) =>
  mails.send(ctx, {
    kind: forgotten,
    to: [{ staffIdx }],
    write: (words) => {
      const { t, product } = textsOf(words);
      return {
        subject: t('staff.forgotten_subject', { product }),
        lines: [t('staff.forgotten_text', { product, id }), t('staff.link_once'), t('staff.forgotten_not_you')],
        link: { label: t('staff.link_choose') },
      };
    },
  });

/** Says at the address that an account had that its mail goes elsewhere now. */
export const sendMoved = (mails: Mails, ctx: Context, to: Extract<MailRecipient, { address: string }>, id: string) =>
  mails.send(ctx, {
    kind: moved,
    to: [to],
    write: (words) => {
      const { t, product } = textsOf(words);
      return { subject: t('staff.moved_subject'), lines: [t('staff.moved_text', { product, id })] };
    },
  });
