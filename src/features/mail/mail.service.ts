import type { MailContent, MailKind, Mails, NewMail } from '#kernel/desk/mails.ts';
import { staffOf } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import { type MailWords, mailMessages } from './mail.messages.ts';
import { mailEntity, mostAgain } from './mail.rules.ts';
import { countFailed, findTargets, insertMails, lockMail, requeueFailed, requeueMail } from './mail.store.ts';

/** Stores a mail for each of its recipients, in their languages. */
export async function queueMails(mails: Mails, ctx: Context, { kind, to, write }: NewMail): Promise<number> {
  const targets = await findTargets(ctx, { kind, to });
  if (targets.length === 0) return 0;
  const rows = targets.map((target) => {
    const { subject, ...content } = write(mails.wordsIn(target.locale));
    return { ...target, kind: kind.kind, subject: oneLine(subject), content: plain(content) };
  });
  await insertMails(ctx, rows);
  ctx.changed(mailEntity);
  return rows.length;
}

// A subject is a header: a line break in it would begin another.
const oneLine = (text: string) =>
  text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, 200);

/** PostgreSQL stores no NUL. */
const plain = ({ lines, link, file }: Omit<MailContent, 'subject'>) => ({
  lines: lines.map((line) => line.replaceAll('\0', '')),
  ...(link && { link }),
  ...(file && { file }),
});

/** A test of the way to a person's own address. */
export const testKind: MailKind = { kind: 'test', label: 'mail.kind_test' };

/** Sends a test to the caller. */
export async function sendTest(mails: Mails, ctx: Context): Promise<void> {
  if (!mails.areSent) throw mailMessages.error(409, 'mail.off');
  const staffIdx = staffOf(ctx.actor)?.staffIdx;
  const count = await queueMails(mails, ctx, {
    kind: testKind,
    to: staffIdx === undefined ? [] : [{ staffIdx }],
    write: (words) => {
      const t = words.translate<MailWords>();
      const link = { label: t('mail.test_link'), path: '/mail' };
      return { subject: t('mail.test_subject'), lines: [t('mail.test_line')], link };
    },
  });
  if (count === 0) throw mailMessages.error(409, 'mail.no_own_address');
}

/**
 * Sends a mail again, one with a file also to another address, for this time or from now on. Twice at a time is once: the
 * second finds it waiting.
 */
export async function sendAgain(
  mails: Mails,
  ctx: Context,
  mailIdx: number,
  { to, from_now_on: forGood = false }: { to?: string | undefined; from_now_on?: boolean | undefined },
): Promise<void> {
  if (!mails.areSent) throw mailMessages.error(409, 'mail.off');
  const mail = await lockMail(ctx, mailIdx);
  if (!mail) throw mailMessages.error(404, 'mail.not_found');
  if (mail.state === 'waiting') throw mailMessages.error(409, 'mail.is_waiting');
  if (to !== undefined && !mail.file) throw mailMessages.errorWith(400, 'mail.to_fixed', { field: 'to' });
  const address = to ?? mail.address;
  if (forGood && mail.file && address !== mail.address)
    await mails.find(mail.kind)?.source?.readdress(ctx, mail.file.of, { from: mail.address, to: address });
  await requeueMail(ctx, mailIdx, address);
  ctx.audit({ entity: mailEntity, id: mailIdx, action: 'mail.sent_again', after: { to: address } });
  ctx.changed(mailEntity, mailIdx);
}

/**
 * Sends again what failed, each once however often it is asked for at once; returns how many, and how many are left for
 * another time. Those that perhaps arrived are not among them.
 */
export async function sendFailedAgain(mails: Mails, ctx: Context): Promise<{ count: number; left: number }> {
  if (!mails.areSent) throw mailMessages.error(409, 'mail.off');
  const again = await requeueFailed(ctx, mostAgain);
  for (const { mail_idx: id, address } of again)
    ctx.audit({ entity: mailEntity, id, action: 'mail.sent_again', after: { to: address } });
  if (again.length > 0) ctx.changed(mailEntity);
  return { count: again.length, left: await countFailed(ctx) };
}
