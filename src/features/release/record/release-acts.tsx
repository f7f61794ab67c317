import { client } from '#client/api.ts';
import { askToUndo, confirm, leaveWith, reloadWith } from '#client/dialogs.ts';
import type { ShownAct } from '#kernel/records/record-parts.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { RowMenu } from '#ui/kit/menu.tsx';
import { RecordPartActs } from '#ui/page/record-part-acts.tsx';
import { useCopied } from './release-time.tsx';
import { useSetCurrent } from '../parts/use-current-release.ts';
import type { ReleaseApi, ReleaseRow } from '../release.contract.ts';
import type { ReleaseWords } from '../release.messages.ts';
import { isOpen, releaseHref } from '../release.rules.ts';

const call = client<ReleaseApi>();

interface ReleaseActsProps {
  release: ReleaseRow;
  /** How many changes need a decision first. */
  toDecide: number;
  offered: readonly ShownAct[];
  isCurrent: boolean;
}

/** What can be done with a release as a whole. */
export function ReleaseActs({ release, toDecide, offered, isCurrent }: ReleaseActsProps) {
  const t = useT<ReleaseWords>();
  const run = useAct();
  const setCurrent = useSetCurrent();
  const { rel_idx, name, status, count, act_idx, undone, version } = release;
  const params = { rel_idx };
  const copied = useCopied();
  const apply = async () => {
    const question = { title: t('release.apply_title', { name }), body: t('release.apply_body', { count }) };
    if (!(await confirm({ ...question, agree: t('release.apply_now') }))) return;
    const { results } = await call('POST /api/v1/release/:rel_idx/apply', { params });
    reloadWith(t('release.applied_done'), results.act_idx);
  };
  const cancel = async () => {
    const question = { title: t('release.cancel_title', { name }), body: t('release.cancel_body') };
    const words = { agree: t('release.cancel'), dismiss: t('release.keep') };
    if (!(await confirm({ ...question, ...words, danger: true }))) return;
    const { results } = await call('DELETE /api/v1/release/:rel_idx', { params, body: { version } });
    reloadWith(t('release.cancelled_done'), results.act_idx);
  };
  const copy = async () => {
    const { results } = await call('POST /api/v1/release/:rel_idx/copy', { params, body: null });
    leaveWith(copied(results.left_out), releaseHref(results.rel_idx), results.act_idx);
  };
  const failed = t('release.act_failed');
  const work = () => {
    setCurrent(isCurrent ? null : rel_idx);
    location.reload();
  };
  return (
    <>
      <RowMenu
        label={t('common.more')}
        items={[
          { label: t('release.copy'), act: () => run(copy, failed) },
          ...(isOpen(status) ? [{ label: t('release.cancel'), danger: true, act: () => run(cancel, failed) }] : []),
        ]}
      />
      <RecordPartActs acts={offered} />
      {isOpen(status) && (
        <>
          <Button aria-pressed={isCurrent} onClick={work}>
            {t('release.work_on')}
          </Button>
          <Button
            variant="primary"
            disabled={toDecide > 0 || count === 0}
            title={toDecide > 0 ? t('release.decide_first') : undefined}
            onClick={() => run(apply, t('release.apply_failed'))}
          >
            {status === 'failed' ? t('release.try_again') : t('release.apply_now')}
          </Button>
        </>
      )}
      {status === 'applied' && act_idx !== null && undone === null && (
        <Button onClick={() => run(async () => void (await askToUndo(act_idx)))}>{t('undo.undo')}</Button>
      )}
    </>
  );
}
