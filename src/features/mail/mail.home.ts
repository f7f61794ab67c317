import { sql } from 'kysely';
import type { TaskFinder } from '#kernel/desk/home.ts';
import type { MailWords } from './mail.messages.ts';
import { mailHome } from './mail.rules.ts';

/** Mails that did not arrive, as far as it is known: their readers know nothing of them. */
export const failedMails: TaskFinder = async (ctx) => {
  const { rows } = await sql<{ count: number; last: number }>`
    select count(*)::integer as count, max(mail_idx) as last from mail where state in ('failed', 'unsure')`.execute(
    ctx.db,
  );
  const { count = 0, last = 0 } = rows[0] ?? {};
  if (count === 0) return [];
  const t = ctx.translate<MailWords>();
  return [
    {
      kind: 'mail.task_failed',
      // Put off, it comes back with the next one.
      id: last,
      name: t('mail.menu'),
      level: 'warning',
      isUnmailed: true,
      count,
      title: t('mail.task_failed', { count }),
      line: t('mail.task_line'),
      href: `${mailHome}?state=failed`,
      act: t('mail.task_open'),
    },
  ];
};
