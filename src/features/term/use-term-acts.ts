import { client } from '#client/api.ts';
import { askToDelete } from '#client/ask-to-delete.ts';
import { leaveWith, notify, openFragment } from '#client/dialogs.ts';
import { navigateInPage } from '#client/live-page.ts';
import { actIn, madeIn } from '#client/made.ts';
import { pageAddress } from '#client/office-path.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import type { TermRecord, termApi } from './term.contract.ts';
import type { TermWords } from './term.messages.ts';
import { termHome, termHref } from './term.rules.ts';

const call = client<typeof termApi>();

/** What can be done with terms on their list. */
export function useTermActs() {
  const t = useT<TermWords>();
  const run = useAct();
  return {
    create: () =>
      run(async () => {
        const made = madeIn(await openFragment(`${termHome}/create`));
        if (made) leaveWith(t('term.created'), termHome, made.undo);
      }),
    edit: (id: number) =>
      run(async () => {
        const saved = await openFragment(termHref(id));
        if (!saved) return;
        await navigateInPage(pageAddress());
        await notify({ message: t('term.saved'), undo: actIn(saved) });
      }),
    remove: ({ term_idx, term }: Pick<TermRecord, 'term_idx' | 'term'>) =>
      run(async () => {
        const question = {
          title: t('term.delete_title', { term }),
          body: t('term.delete_body'),
          agree: t('common.delete'),
        };
        const deleted = await askToDelete({ of: 'term', id: term_idx, ...question }, () =>
          call('DELETE /api/v1/term/:term_idx', { params: { term_idx } }),
        );
        if (deleted) leaveWith(t('term.deleted'), termHome, deleted.results.act_idx);
      }, t('term.delete_failed')),
  };
}
