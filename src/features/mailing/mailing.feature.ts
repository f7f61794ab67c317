import type { Feature } from '#kernel/mount/feature.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { mailingKind } from './mailing.mails.ts';
import { mailingMessages } from './mailing.messages.ts';
import { mailingRecord, ownMailings } from './mailing.record.ts';
import { mailingRoutes } from './mailing.routes.ts';
import { mailingHome } from './mailing.rules.ts';
import { mailingSource, sendDue } from './mailing.service.ts';

/** Reports and customers' statements that are mailed to addresses each week or month. */
export const mailing: Feature = {
  name: 'mailing',
  messages: mailingMessages,
  menu: [{ key: 'mailing.heading', href: mailingHome, order: 60, group: 'reports', icon: 'mail', letter: 'j' }],
  constraints: {
    mailing__customer_fk: { status: 422, key: 'mailing.customer_gone', field: 'cust_idx' },
  },
  personal: [
    {
      name: 'views',
      table: 'mailing',
      key: { mailing_idx: 'integer' },
      columns: { name: 'text', filter: 'text' },
      hasVersion: true,
    },
  ],
  exported: { tables: ['mailing'] },
  register(kernel) {
    const { mails, jobs, work, config } = kernel;
    mails.define({ ...mailingKind(kernel), source: mailingSource });
    kernel.records.define(mailingRecord(kernel));
    kernel.belongings.add(ownMailings);
    mailingRoutes(kernel);
    const caller = systemCaller('mailing.due');
    jobs.repeat('mailing.due', { cron: '* * * * *', timeZone: config.timeZone }, async ({ signal }) => {
      if (!mails.areSent) return;
      while (await work.write(caller, (ctx) => sendDue(mails, ctx))) signal.throwIfAborted();
    });
  },
};
