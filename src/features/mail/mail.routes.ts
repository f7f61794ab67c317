import { view } from '#kernel/http/web.ts';
import { officeUrlOf } from '#kernel/http/origin.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { mountList } from '#kernel/mount/list.ts';
import { MailParams, MailRow, mailApi, mailQueries } from './mail.contract.ts';
import { mailMessages } from './mail.messages.ts';
import { countGroups, countMails, findMail, listMails } from './mail.read.ts';
import { mailEntity, mailHome } from './mail.rules.ts';
import { sendAgain, sendFailedAgain, sendTest } from './mail.service.ts';
import { countFailed } from './mail.store.ts';
import type MailDetail from './mail-detail.view.tsx';
import type MailList from './mail-list.view.tsx';
import { mailTexts } from './sending/letter.ts';

/** The calls and the screens of the outbox. */
export function mailRoutes(kernel: Kernel): void {
  const { api, web, mails, config, app } = kernel;
  api(mailApi, {
    'POST /api/v1/mail/test': ({ ctx }) => sendTest(mails, ctx),
    'POST /api/v1/mail/send': async ({ ctx }) => ({ results: await sendFailedAgain(mails, ctx) }),
    'POST /api/v1/mail/:mail_idx/send': ({ ctx, params, body }) => sendAgain(mails, ctx, params.mail_idx, body ?? {}),
  });
  mountList(kernel, {
    offer: { path: mailHome },
    view: view<typeof MailList>('mail/mail-list'),
    title: (t) => t('mail.heading'),
    follows: [mailEntity],
    queries: mailQueries,
    views: {
      builtIn: [
        { label: 'mail.view_failed', query: { state: 'failed' } },
        { label: 'mail.state_waiting', query: { state: 'waiting' } },
        { label: 'mail.state_sent', query: { state: 'sent' } },
      ],
      altersByItself: true,
    },
    find: listMails,
    count: countMails,
    call: { summary: 'The outbox of the last 30 days: what was not sent first, then the newest', row: MailRow },
    more: async (ctx, filter) => ({
      groups: await countGroups(ctx, filter),
      kinds: mails.all().map(({ kind, label }) => ({ kind, label: ctx.text(label) })),
      failed: await countFailed(ctx),
      server: config.mail ? { from: config.mail.from.address, host: config.mail.server.host } : null,
    }),
  });
  web.page(`${mailHome}/:mail_idx`, {
    view: view<typeof MailDetail>('mail/mail-detail'),
    shows: ({ mail }) => ({ kind: mailEntity, id: mail.mail_idx }),
    title: (_, { mail }) => mail.subject,
    params: MailParams,
    load: async ({ ctx, params }) => {
      const mail = await findMail(ctx, params.mail_idx);
      if (!mail) throw mailMessages.error(404, 'mail.not_found');
      const { content, ...row } = mail;
      const kind = mails.find(mail.kind);
      // What opens something is never shown, so the link of a mail that has one is not either.
      const texts =
        config.mail &&
        mailTexts(mails.wordsIn(mail.locale), {
          ...mail,
          path: content.link?.path,
          officeUrl: officeUrlOf(config, app.server) ?? '',
        });
      return {
        mail: row,
        kind: kind ? ctx.text(kind.label) : mail.kind,
        file: content.file?.name ?? null,
        hasOwnLink: kind?.link !== undefined,
        canReaddress:
          content.file !== undefined && ((await kind?.source?.goesTo(ctx, content.file.of, mail.to)) ?? false),
        says: texts ?? null,
      };
    },
  });
}
