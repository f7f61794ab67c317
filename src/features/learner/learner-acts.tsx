import { copyText } from '#client/clipboard.ts';
import { notify, openFragment, reloadWith } from '#client/dialogs.ts';
import { learnerHref } from '#features/registration/registration.public.tsx';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import { Button, ButtonLink } from '#ui/kit/button.tsx';
import type { ListSelection } from '#ui/table/use-list-selection.ts';
import type { Learner } from './learner.contract.ts';
import type { LearnerWords } from './learner.messages.ts';

interface Moved {
  count: number;
  act_idx: number | null;
  to: string;
}

/** What can be done with a learner as a whole. */
export function LearnerActs({ learner: { learner_id: id, ref, total } }: { learner: Learner }) {
  const t = useT<LearnerWords>();
  const act = useAct();
  const copy = async () => {
    const isCopied = await copyText(id);
    await notify({
      message: t(isCopied ? 'learner.copied' : 'common.not_copied'),
      tone: isCopied ? 'done' : 'problem',
    });
  };
  const merge = async () => {
    const did = (await openFragment(`${learnerHref(ref)}/move`)) as Moved | undefined;
    if (did) reloadWith(t('learner.merged', { from: id, to: did.to, count: did.count }), did.act_idx ?? undefined);
  };
  return (
    <>
      <Button onClick={() => void copy()}>{t('learner.copy')}</Button>
      {total > 0 && <Button onClick={() => act(merge, t('learner.move_failed'))}>{t('learner.merge_act')}…</Button>}
      <ButtonLink variant="primary" href="/code/redeem">
        {t('learner.redeem')}
      </ButtonLink>
    </>
  );
}

/** What can be done with the chosen registrations. */
export function RegistrationActs({ learner, selection }: { learner: Learner; selection: ListSelection }) {
  const t = useT<LearnerWords>();
  const act = useAct();
  const move = async () => {
    const chosen = selection.over({});
    if (!('ids' in chosen)) return;
    const did = (await openFragment(`${learnerHref(learner.ref)}/move?ids=${chosen.ids.join(',')}`)) as
      | Moved
      | undefined;
    if (!did) return;
    selection.clear();
    reloadWith(t('learner.moved', { to: did.to, count: did.count }), did.act_idx ?? undefined);
  };
  return <Button onClick={() => act(move, t('learner.move_failed'))}>{t('learner.move_act')}…</Button>;
}
