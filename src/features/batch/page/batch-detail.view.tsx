import type { CodeWords } from '#features/code/code.public.ts';
import { batchHref } from '#features/code/code.public.tsx';
import type { Link } from '#features/delivery/delivery.public.ts';
import type { Page } from '#kernel/db/paging.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { useDeclaredKeys } from '#ui/page/declared-keys.ts';
import { State } from '#ui/page/state.tsx';
import { RecordBar } from '#ui/record/record-bar.tsx';
import { RecordHero } from '#ui/record/record-hero.tsx';
import type { BatchState } from '../batch.contract.ts';
import { timesAmount } from '../batch.rules.ts';
import type { BatchHistoryEntry } from '../history/batch-history.contract.ts';
import { BatchHistory } from '../history/batch-history.tsx';
import { Ledger } from '../lot/ledger.tsx';
import type { Lot } from '../lot/lot.contract.ts';
import { Lots } from '../lot/lots.tsx';
import { useBatch } from '../use-batch.ts';
import { BatchActs } from './batch-acts.tsx';
import { BatchIssuing } from './batch-issuing.tsx';
import { useOwnDownloads } from './use-own-downloads.ts';

const tones = { issued: 'live', failed: 'warn', issuing: undefined, cancelled: undefined } as const;

interface BatchDetailProps {
  batch: BatchState;
  lots: readonly Lot[];
  history: Page<BatchHistoryEntry>;
  /** The newest open link to the partner's page. */
  link: Pick<Link, 'expires_at' | 'downloads'> | null;
  paging: { size: number; limit: number };
}

/** One batch of codes: its terms, its ledger, its lots, its history, and its actions. */
export default function BatchDetail({ batch: initial, lots, history, link, paging }: BatchDetailProps) {
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
        acts={<BatchActs batch={batch} lots={lots} />}
        found={{ detail: customer, href: batchHref(cg_idx), kind: t('code.batch_kind'), icon: 'batch' }}
      />
      <BatchIssuing batch={batch} />
      {batch.issued + batch.missing > 0 && <Ledger batch={batch} />}
      {lots.length > 0 && <Lots cg_idx={cg_idx} lots={lots} />}
      <BatchHistory path={batchHref(cg_idx)} entries={history} paging={paging} />
    </>
  );
}

/** The terms; a moment of validity only if there is one. */
function useFacts(batch: BatchState, link: BatchDetailProps['link']) {
  const t = useT<CodeWords>();
  const format = useFormat();
  const { count, price, currency, valid_from: from, valid_until: until } = batch;
  return [
    { label: t('code.field_price'), value: format.money(price, currency) },
    { label: t('code.field_amount'), value: format.money(timesAmount(price, count), currency) },
    { label: t('code.batch_length'), value: t('code.days_or_ever', { days: batch.length }) },
    { label: t('code.field_valid_from'), value: from === 0 ? null : format.dateTime(from) },
    { label: t('code.field_valid_until'), value: until === 0 ? t('code.no_end') : format.end(until) },
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
