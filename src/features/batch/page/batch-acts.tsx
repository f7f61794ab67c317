import { askToDelete } from '#client/ask-to-delete.ts';
import { leaveWith, openFragment, reloadWith } from '#client/dialogs.ts';
import { actIn } from '#client/made.ts';
import type { CodeWords } from '#features/code/code.public.ts';
import { PartnerLinkButton } from '#features/delivery/delivery.public.tsx';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import { Button, ButtonLink } from '#ui/kit/button.tsx';
import { DeleteButton } from '#ui/page/delete-button.tsx';
import { listUrl } from '#ui/page/list-url.ts';
import type { BatchState } from '../batch.contract.ts';
import { quantityHref } from '../batch.rules.ts';
import type { Lot } from '../lot/lot.contract.ts';
import { callBatch } from '../use-batch.ts';
import { BatchDownload } from './batch-download.tsx';

/** The actions for a batch as a whole; none while its codes are being issued. */
export function BatchActs({ batch, lots }: { batch: BatchState; lots: readonly Lot[] }) {
  const t = useT<CodeWords>();
  const act = useAct();
  const { cg_idx, cust_idx, title, status, issued } = batch;
  if (status === 'issuing') return null;
  const edit = async () => {
    const saved = await openFragment(`/code/batch/update/${cg_idx}`);
    if (!saved) return;
    const merged = typeof saved === 'object' && 'merged' in saved && saved.merged;
    const message = typeof merged === 'string' ? t('form.merged', { name: merged }) : t('code.batch_saved');
    reloadWith(message, actIn(saved));
  };
  const remove = async () => {
    const question = { title: `${t('common.delete')}: ${title}`, body: t('CMN-18'), agree: t('common.delete') };
    const deleted = await askToDelete({ of: 'code_batch', id: cg_idx, ...question }, () =>
      callBatch('DELETE /api/v1/code/batch/:cg_idx', { params: { cg_idx } }),
    );
    if (deleted) leaveWith(t('code.batch_deleted'), `/customer/${cust_idx}`, deleted.results.act_idx);
  };
  return (
    <>
      {issued === 0 && <DeleteButton onClick={() => act(remove, t('code.batch_delete_failed'))} />}
      <Button onClick={() => void edit()}>{t('common.edit')}</Button>
      {issued > 0 && <ButtonLink href={listUrl('/code', { cg_idx })}>{t('code.show_codes')}</ButtonLink>}
      {issued > 0 && <PartnerLinkButton cg_idx={cg_idx} />}
      {status === 'issued' && (
        <Button aria-keyshortcuts="Q" onClick={() => void openFragment(quantityHref({ cust_idx, cg_idx }))}>
          {t('code.quantity_change')}
        </Button>
      )}
      {issued > 0 && <BatchDownload batch={batch} lots={lots} />}
    </>
  );
}
