import { useFormat, useT } from '#ui/interface.tsx';
import { RecordBar } from '#ui/page/record-bar.tsx';
import { RecordFields } from '#ui/page/record-fields.tsx';
import { RecordHero } from '#ui/page/record-hero.tsx';
import { State } from '#ui/page/state.tsx';
import type { CodeWords } from '../code.messages.ts';
import type { BatchState } from './batch.contract.ts';
import { batchHref, timesAmount } from './batch.rules.ts';
import { BatchActs } from './batch-acts.tsx';
import { BatchIssuing } from './batch-issuing.tsx';
import { BatchStates } from './batch-states.tsx';
import { useBatch } from './use-batch.ts';

const tones = { issued: 'live', failed: 'warn', issuing: undefined, cancelled: undefined } as const;

/** One batch of codes: its terms, how many codes are in each state, and its actions. */
export default function BatchDetail({ batch: initial }: { batch: BatchState }) {
  const t = useT<CodeWords>();
  const batch = useBatch(initial);
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
        facts={useFacts(batch)}
        acts={<BatchActs batch={batch} />}
        found={{ detail: customer, href: batchHref(cg_idx), kind: t('code.batch_kind'), icon: 'batch' }}
      />
      <BatchIssuing batch={batch} />
      {batch.issued > 0 && <BatchStates batch={batch} />}
      <RecordFields groups={useGroups(batch)} />
    </>
  );
}

function useFacts({ count, price, currency, length, reg_date }: BatchState) {
  const t = useT<CodeWords>();
  const format = useFormat();
  return [
    { label: t('code.field_count'), value: format.number(count) },
    { label: t('code.field_price'), value: format.money(price, currency) },
    { label: t('code.field_amount'), value: format.money(timesAmount(price, count), currency) },
    { label: t('code.batch_length'), value: t('code.days_or_ever', { days: length }) },
    { label: t('code.field_reg_date'), value: format.date(reg_date) },
  ];
}

function useGroups({ cid, memo, valid_from: from, valid_until: until, ...batch }: BatchState) {
  const t = useT<CodeWords>();
  const format = useFormat();
  const { customer, cust_idx, collection } = batch;
  return [
    {
      label: t('code.group_terms'),
      fields: [
        { label: t('code.field_cidx'), value: <a href={`/collection/${cid}`}>{collection}</a> },
        { label: t('code.field_valid_from'), value: from === 0 ? t('code.from_now') : format.dateTime(from) },
        {
          label: t('code.field_valid_until'),
          value: until === 0 ? t('code.no_end') : format.end(until),
        },
        { label: t('code.batch_activated'), value: format.number(batch.activated_codes) },
      ],
    },
    {
      label: t('code.group_record'),
      fields: [
        { label: t('code.field_cust_idx'), value: <a href={`/customer/${cust_idx}`}>{customer}</a> },
        { label: t('code.field_memo'), value: memo },
        {
          label: t('code.field_reg_date'),
          value: t('code.by', { time: format.dateTime(batch.reg_date), name: batch.created_by ?? '—' }),
        },
        {
          label: t('code.field_updated_at'),
          value: t('code.by', { time: format.dateTime(batch.updated_at), name: batch.updated_by ?? '—' }),
        },
      ],
    },
  ];
}
