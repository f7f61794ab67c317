import { client } from '#client/api.ts';
import { askToDelete } from '#client/ask-to-delete.ts';
import { confirm, leaveWith, notify, openFragment } from '#client/dialogs.ts';
import { navigateInPage } from '#client/live-page.ts';
import { actIn, madeIn } from '#client/made.ts';
import { pageAddress } from '#client/office-path.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import type { MailingRecord, mailingApi } from './mailing.contract.ts';
import type { MailingWords } from './mailing.messages.ts';
import { mailingHome, mailingHref } from './mailing.rules.ts';

const call = client<typeof mailingApi>();

const refresh = () => navigateInPage(pageAddress());

/** What can be done with reports by mail on their list. */
export function useMailingActs() {
  const t = useT<MailingWords>();
  const run = useAct();
  return {
    create: () =>
      run(async () => {
        const made = madeIn(await openFragment(`${mailingHome}/create`));
        if (made) leaveWith(t('mailing.created'), mailingHome, made.undo);
      }),
    edit: (id: number) =>
      run(async () => {
        const saved = await openFragment(mailingHref(id));
        if (!saved) return;
        await refresh();
        await notify({ message: t('mailing.saved'), undo: actIn(saved) });
      }),
    pause: ({ mailing_idx, name, active, version }: MailingRecord) =>
      run(async () => {
        const { results } = await call('PUT /api/v1/mailing/:mailing_idx', {
          params: { mailing_idx },
          body: { active: !active, version },
        });
        await refresh();
        await notify({
          message: t(active ? 'mailing.did_pause' : 'mailing.did_resume', { name }),
          undo: results.act_idx,
        });
      }, t('mailing.edit_failed')),
    sendNow: ({ mailing_idx, name, addresses }: MailingRecord) =>
      run(async () => {
        const question = { title: t('mailing.send_title', { name }), body: t('mailing.send_body', { addresses }) };
        if (!(await confirm({ ...question, agree: t('mailing.send') }))) return;
        const { results } = await call('POST /api/v1/mailing/:mailing_idx/send', { params: { mailing_idx } });
        await refresh();
        await notify({ message: t('mailing.send_done', { count: results.count }) });
      }, t('mailing.send_failed')),
    remove: ({ mailing_idx, name }: MailingRecord) =>
      run(async () => {
        const question = {
          title: t('mailing.delete_title', { name }),
          body: t('mailing.delete_body'),
          agree: t('common.delete'),
        };
        const deleted = await askToDelete({ of: 'mailing', id: mailing_idx, ...question }, () =>
          call('DELETE /api/v1/mailing/:mailing_idx', { params: { mailing_idx } }),
        );
        if (deleted) leaveWith(t('mailing.deleted'), mailingHome, deleted.results.act_idx);
      }, t('mailing.delete_failed')),
  };
}
