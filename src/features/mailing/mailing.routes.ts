import { customerNames } from '#features/customer/customer.public.ts';
import { reportFilter } from '#features/report/report-file.public.ts';
import { savedViewEntity } from '#kernel/desk/saved-views.ts';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { viewLike } from './followed-view.read.ts';
import { MailingParams, mailingApi, NewMailingQuery } from './mailing.contract.ts';
import { mailingEntity, mailingHome } from './mailing.rules.ts';
import { changeMailing, createMailing, getMailing, readMailings, removeMailing, sendNow } from './mailing.service.ts';
import type MailingForm from './mailing-form.view.tsx';
import type MailingList from './mailing-list.view.tsx';

/** The calls and the screens of reports by mail. */
export function mailingRoutes({ api, web, mails }: Kernel): void {
  api(mailingApi, {
    'GET /api/v1/mailing': async ({ ctx }) => ({ results: await readMailings(ctx) }),
    'GET /api/v1/mailing/:mailing_idx': async ({ ctx, params }) => ({
      results: await getMailing(ctx, params.mailing_idx),
    }),
    'POST /api/v1/mailing': async ({ ctx, body }) => ({ results: { mailing_idx: await createMailing(ctx, body) } }),
    'PUT /api/v1/mailing/:mailing_idx': async ({ ctx, params, body }) => {
      const { version } = await changeMailing(ctx, params.mailing_idx, body);
      return { results: { version } };
    },
    'DELETE /api/v1/mailing/:mailing_idx': ({ ctx, params }) => removeMailing(ctx, params.mailing_idx),
    'POST /api/v1/mailing/:mailing_idx/send': async ({ ctx, params }) => ({
      results: { count: await sendNow(mails, ctx, params.mailing_idx) },
    }),
  });
  web.page(mailingHome, {
    view: view<typeof MailingList>('mailing/mailing-list'),
    follows: [mailingEntity, 'customer', savedViewEntity],
    words: ['report'],
    title: (t) => t('mailing.heading'),
    load: async ({ ctx }) => ({ mailings: await readMailings(ctx), areSent: mails.areSent }),
  });
  web.fragment(`${mailingHome}/create`, {
    view: view<typeof MailingForm>('mailing/mailing-form'),
    words: ['report', 'customer'],
    query: NewMailingQuery,
    within: mailingHome,
    load: async ({ ctx, query: { source = 'platform', cust_idx, filter = '' } }) => {
      const name = cust_idx === undefined ? undefined : (await customerNames(ctx, [cust_idx])).get(cust_idx);
      const customer = name === undefined ? null : { value: String(cust_idx), label: name };
      const taken = reportFilter(source, filter) ?? '';
      const like = await viewLike(ctx, source, taken);
      const followed = like ? { value: String(like.view_idx), label: like.name } : null;
      return {
        mailing: null,
        timeZone: ctx.timeZone,
        locale: ctx.locale,
        chosen: { source, customer, filter: taken, view: followed },
      };
    },
  });
  web.fragment(`${mailingHome}/update/:mailing_idx`, {
    view: view<typeof MailingForm>('mailing/mailing-form'),
    words: ['report', 'customer'],
    params: MailingParams,
    within: mailingHome,
    load: async ({ ctx, params }) => ({
      mailing: await getMailing(ctx, params.mailing_idx),
      timeZone: ctx.timeZone,
      locale: ctx.locale,
    }),
  });
}
