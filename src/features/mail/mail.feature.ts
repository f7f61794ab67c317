import { sql } from 'kysely';
import type { Feature } from '#kernel/mount/feature.ts';
import { mailCheckup } from './mail.checkup.ts';
import { failedMails } from './mail.home.ts';
import { mailMessages } from './mail.messages.ts';
import { mailRecord } from './mail.record.ts';
import { mailHome } from './mail.rules.ts';
import { mailRoutes } from './mail.routes.ts';
import { queueMails, testKind } from './mail.service.ts';
import { shortLivedMails } from './mail.store.ts';
import { sendMails } from './sending/mail-sender.service.ts';

/** The outbox: what features mail to people, until the server has it. Without a server, no mail is made. */
export const mail: Feature = {
  name: 'mail',
  messages: mailMessages,
  personal: [
    {
      name: 'mails',
      table: 'mail',
      key: { mail_idx: 'bigint' },
      columns: { subject: 'text', content: 'json', reason: 'text', answer: 'text' },
      at: 'created_at',
    },
  ],
  shortLived: [shortLivedMails],
  menu: [{ key: 'mail.menu', href: mailHome, order: 4, group: 'user' }],
  checkups: [mailCheckup],
  exported: {
    tables: ['mail', 'staff_mail'],
    // The former office may send what waited: somebody decides whether it goes again.
    filled: {
      'mail.state': sql`case state when 'waiting' then 'unsure' else state end`,
      'mail.reason': sql`case state when 'waiting' then 'broken' else reason end`,
      'mail.next_at': sql`null`,
      'mail.claim': sql`null`,
      'mail.claimed_until': sql`null`,
    },
  },
  register(kernel) {
    const { mails, config } = kernel;
    mails.define(testKind);
    kernel.records.define(mailRecord);
    mailRoutes(kernel);
    kernel.home.addTasks(failedMails);
    if (!config.mail) return;
    mails.useOutbox(async (ctx, one) => void (await queueMails(mails, ctx, one)));
    sendMails(kernel, config.mail);
  },
};
