import { copyText } from '#client/clipboard.ts';
import { notify, openFragment, reloadWith } from '#client/dialogs.ts';
import type { EndAct } from '#features/registration/ends-rules.public.ts';
import { learnerHref } from '#features/registration/registration.public.tsx';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import { Button, ButtonLink } from '#ui/kit/button.tsx';
import { Menu } from '#ui/kit/menu.tsx';
import type { ListSelection } from '#ui/table/use-list-selection.ts';
import { useErase } from './erasure/use-erase.ts';
import type { Learner } from './learner.contract.ts';
import type { LearnerWords } from './learner.messages.ts';

interface Moved {
  count: number;
  act_idx: number | null;
  to: string;
}

/** What can be done with a learner as a whole. */
export function LearnerActs({ learner: { learner_id: id, ref, total, erased_at: erasedAt } }: { learner: Learner }) {
  const t = useT<LearnerWords>();
  const act = useAct();
  const erase = useErase(ref);
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
  if (erasedAt > 0) return <Button onClick={() => void copy()}>{t('learner.copy')}</Button>;
  return (
    <>
      <Menu
        label={t('common.more')}
        icon="more"
        bare="row"
        items={[
          { label: t('learner.download_data'), href: `/api/v1${learnerHref(ref)}/export`, download: true },
          {
            label: `${t('learner.erase_act')}…`,
            danger: true,
            act: erase,
          },
        ]}
      />
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
  const path = learnerHref(learner.ref);
  const open = async (dialog: string, said: (did: Moved) => string) => {
    const chosen = selection.over({});
    if (!('ids' in chosen)) return;
    const did = (await openFragment(`${path}/${dialog}?ids=${chosen.ids.join(',')}`)) as Moved | undefined;
    if (!did) return;
    selection.clear();
    reloadWith(said(did), did.act_idx ?? undefined);
  };
  const move = () => open('move', ({ to, count }) => t('learner.moved', { to, count }));
  const ends = (which: EndAct) =>
    act(() => open(which, ({ count }) => t(`learner.did_${which}`, { count })), t('learner.ends_failed'));
  return (
    <>
      <Button onClick={() => ends('extend')}>{t('learner.extend_act')}…</Button>
      <Button onClick={() => act(move, t('learner.move_failed'))}>{t('learner.move_act')}…</Button>
      <Button onClick={() => ends('cancel')}>{t('learner.cancel_act')}…</Button>
      <Button onClick={() => ends('restore')}>{t('learner.restore_act')}…</Button>
      {selection.count === 1 && <Button onClick={() => ends('again')}>{t('learner.again_act')}…</Button>}
    </>
  );
}
