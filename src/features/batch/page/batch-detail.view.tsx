import { useEffect } from 'react';
import { client } from '#client/api.ts';
import { askToDelete } from '#client/ask-to-delete.ts';
import { leaveWith, openFragment, reloadWith } from '#client/dialogs.ts';
import { showOwnAct } from '#client/live/refresh.ts';
import { actIn } from '#client/made.ts';
import type { CodeWords } from '#features/code/code.public.ts';
import { batchHref } from '#features/code/code.public.tsx';
import type { Link } from '#features/delivery/delivery.public.ts';
import { PartnerLinkButton } from '#features/delivery/delivery.public.tsx';
import type { Page } from '#kernel/db/paging.ts';
import type { RecordWarning, ShownAct } from '#kernel/records/record-parts.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { RowMenu } from '#ui/kit/menu.tsx';
import { State } from '#ui/kit/state.tsx';
import { useDeclaredKeys } from '#ui/page/declared-keys.ts';
import { listUrl } from '#ui/page/list-url.ts';
import { RecordPartActs } from '#ui/page/record-part-acts.tsx';
import { RecordBar } from '#ui/record/record-bar.tsx';
import { RecordWarnings } from '#ui/record/record-warnings.tsx';
import { RecordHero } from '#ui/record/record-hero.tsx';
import type { BatchState } from '../batch.contract.ts';
import { leakHref, quantityHref, timesAmount } from '../batch.rules.ts';
import type { BatchHistoryEntry, batchHistoryApi } from '../history/batch-history.contract.ts';
import { BatchHistory } from '../history/batch-history.tsx';
import { Ledger } from '../lot/ledger.tsx';
import type { Lot } from '../lot/lot.contract.ts';
import { Lots } from '../lot/lots.tsx';
import { callBatch, useBatch } from '../use-batch.ts';
import { BatchDownload } from './batch-download.tsx';
import { BatchIssuing } from './batch-issuing.tsx';

const call = client<typeof batchHistoryApi>();

const pollMs = 500;
const attempts = 20;

/**
 * Shows on the page of a batch that its codes have left, once a download begun there is recorded: a browser does not say
 * when that is. `entries` is how many entries of the history the page shows.
 */
function useOwnDownloads(cg_idx: number, entries: number): void {
  useEffect(() => {
    let polling: ReturnType<typeof setInterval> | undefined;
    const follow = ({ target }: MouseEvent) => {
      if (!(target instanceof Element) || !target.closest('main a[download]')) return;
      let left = attempts;
      clearInterval(polling);
      polling = setInterval(async () => {
        if (left-- === 0) return clearInterval(polling);
        const query = { page: 1 };
        // A failed poll is ignored; the next one follows.
        const answer = await call('GET /api/v1/code/batch/:cg_idx/history', { params: { cg_idx }, query }).catch(
          () => null,
        );
        if (!answer || answer.results.total === entries) return;
        clearInterval(polling);
        await showOwnAct({ kind: 'code_batch', id: String(cg_idx) });
      }, pollMs);
    };
    addEventListener('click', follow);
    return () => {
      removeEventListener('click', follow);
      clearInterval(polling);
    };
  }, [cg_idx, entries]);
}

const tones = { issued: 'live', failed: 'warn', issuing: undefined, cancelled: undefined } as const;

interface BatchDetailProps {
  batch: BatchState;
  lots: readonly Lot[];
  history: Page<BatchHistoryEntry>;
  /** The newest open link to the partner's page. */
  link: Pick<Link, 'expires_at' | 'downloads'> | null;
  /** Actions from other features. */
  acts: readonly ShownAct[];
  /** What other features warn of. */
  warnings: readonly RecordWarning[];
  paging: { size: number; limit: number };
}

/** One batch of codes: its terms, its ledger, its lots, its history, and its actions. */
export default function BatchDetail({ batch: initial, lots, history, link, acts, warnings, paging }: BatchDetailProps) {
  const t = useT<CodeWords>();
  useDeclaredKeys();
  const batch = useBatch(initial);
  useOwnDownloads(batch.cg_idx, history.total);
  const { cg_idx, title, status, cust_idx, customer, cid, collection } = batch;
  return (
    <>
      <RecordBar
        crumbs={[
          { label: t('code.customers'), href: '/customer' },
          { label: customer, href: `/customer/${cust_idx}` },
        ]}
        steps={null}
        hrefOf={batchHref}
      />
      <RecordHero
        state={<State tone={tones[status]}>{t(`code.status_${status}`)}</State>}
        title={title}
        line={
          <>
            <a href={`/customer/${cust_idx}`}>{customer}</a> · <a href={`/collection/${cid}`}>{collection}</a>
          </>
        }
        facts={useFacts(batch, link)}
        acts={<BatchActs batch={batch} lots={lots} offered={acts} />}
        found={{ detail: customer, href: batchHref(cg_idx), kind: t('code.batch_kind'), icon: 'batch' }}
      />
      <RecordWarnings of={warnings} />
      <BatchIssuing batch={batch} />
      {batch.issued + batch.missing > 0 && <Ledger of={ledgerOf(batch)} filter={{ cg_idx: batch.cg_idx }} />}
      {lots.length > 0 && <Lots cg_idx={cg_idx} lots={lots} />}
      <BatchHistory cg_idx={cg_idx} path={batchHref(cg_idx)} entries={history} paging={paging} />
    </>
  );
}

/** The figures of a batch as those of its codes. */
const ledgerOf = (batch: BatchState) => ({
  total: batch.issued,
  withdrawn: batch.withdrawn_codes,
  activated: batch.activated_codes,
  issued: batch.unused_codes,
  active: batch.active_codes,
  expired: batch.expired_codes,
  canceled: batch.canceled_codes,
  missing: batch.missing,
});

/** The terms; a moment of validity only if there is one. */
function useFacts(batch: BatchState, link: BatchDetailProps['link']) {
  const t = useT<CodeWords>();
  const format = useFormat();
  const { count, price, currency, valid_from: from, valid_until: until, valid_after: after } = batch;
  const fixed = until === 0 ? t('code.no_end') : format.end(until);
  const ends = after === null ? fixed : t(`code.days_after_${after}`, { days: batch.valid_days });
  return [
    { label: t('code.field_price'), value: format.money(price, currency) },
    { label: t('code.field_amount'), value: format.money(timesAmount(price, count), currency) },
    { label: t('code.field_length'), value: t('code.days_or_ever', { days: batch.length }) },
    { label: t('code.field_valid_from'), value: from === 0 ? null : format.dateTime(from) },
    { label: t('code.field_valid_until'), value: ends },
    {
      label: t('code.link_heading'),
      value:
        link &&
        t('code.link_fact', {
          day: format.end(link.expires_at),
          downloads: t('code.link_downloads', { count: link.downloads }),
        }),
    },
    {
      label: t('code.field_reg_date'),
      value: t('code.by', { time: format.date(batch.reg_date), name: batch.created_by ?? '—' }),
    },
    { label: t('code.field_memo'), value: batch.memo || null },
  ];
}

/** The actions for a batch as a whole; only those of other features while its codes are being issued. */
function BatchActs({
  batch,
  lots,
  offered,
}: {
  batch: BatchState;
  lots: readonly Lot[];
  offered: readonly ShownAct[];
}) {
  const t = useT<CodeWords>();
  const act = useAct();
  const { cg_idx, cust_idx, title, status, issued } = batch;
  if (status === 'issuing') return <RecordPartActs acts={offered} />;
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
      <RowMenu
        label={t('common.more')}
        items={[
          { label: t('common.edit'), act: () => void edit() },
          ...(issued > 0 ? [{ label: t('code.show_codes'), href: listUrl('/code', { cg_idx }) }] : []),
          ...(batch.unused_codes > 0
            ? [{ label: t('code.leak_act'), danger: true, act: () => void openFragment(leakHref({ cg_idx })) }]
            : []),
          ...(issued === 0
            ? [{ label: t('common.delete'), danger: true, act: () => act(remove, t('code.batch_delete_failed')) }]
            : []),
        ]}
      />
      <RecordPartActs acts={offered} />
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
