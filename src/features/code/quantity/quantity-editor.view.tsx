import { Button, Textarea, TextInput } from '@mantine/core';
import { ConflictReview } from '#ui/form/conflict-review.tsx';
import { FormProblem } from '#ui/form/form-problem.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import button from '#ui/page/button.module.css';
import { Note } from '#ui/page/note.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { RecordBar } from '#ui/page/record-bar.tsx';
import { WorkProgress } from '#ui/table/work-progress.tsx';
import type { BatchState } from '../batch/batch.contract.ts';
import { batchHref, readCount } from '../batch/batch.rules.ts';
import { useAmountText, useWaitText } from '../batch/batch-estimate.tsx';
import type { CodeWords } from '../code.messages.ts';
import styles from './quantity.module.css';
import { useForeseen, useQuantity } from './use-quantity.ts';

interface QuantityEditorProps {
  batch: BatchState;
  /** Codes issued per second. */
  pace: number;
}

/** Changes the quantity and price of a batch, and shows the effect first. */
export default function QuantityEditor({ batch: initial, pace }: QuantityEditorProps) {
  const t = useT<CodeWords>();
  const format = useFormat();
  const { batch, record, work } = useQuantity(initial);
  const { form, ref, submission, changed } = record;
  const count = readCount(form.values.count);
  const field = (name: 'count' | 'price' | 'memo') => ({ ...form.getInputProps(name), name, autoComplete: 'off' });
  const labels = { count: t('code.field_count'), price: t('code.field_price'), memo: t('code.field_memo') };
  const { status } = batch;
  const isOpen = status === 'issued';
  return (
    <>
      <RecordBar
        crumbs={[
          { label: batch.customer, href: `/customer/${batch.cust_idx}` },
          { label: batch.title, href: batchHref(batch.cg_idx) },
        ]}
        steps={null}
        hrefOf={batchHref}
      />
      <PageHead title={t('code.quantity_heading')} />
      {status !== 'issued' && <Note tone="warn">{t(`code.closed_${status}`)}</Note>}
      <form ref={ref} className={styles.editor} onSubmit={submission.submit} noValidate>
        <div className={styles.fields}>
          <ConflictReview of={record} labelOf={(name) => labels[name]} textOf={(name, values) => values[name]} />
          {Object.keys(form.errors).length === 0 && !record.conflict && (
            <FormProblem of={submission} title={t('code.batch_save_failed')} />
          )}
          <TextInput
            {...field('count')}
            label={labels.count}
            description={t('code.activated_least', { count: batch.activated_codes })}
            inputMode="numeric"
            maxLength={11}
            disabled={!isOpen}
            required
            autoFocus
            onBlur={() => count !== undefined && form.setFieldValue('count', format.number(count))}
          />
          <TextInput
            {...field('price')}
            label={`${labels.price} (${batch.currency})`}
            inputMode="decimal"
            maxLength={17}
            required
          />
          <Textarea {...field('memo')} label={labels.memo} maxLength={2000} autosize minRows={2} maxRows={8} />
          <div className={styles.acts}>
            <Button
              type="submit"
              loading={submission.pending}
              disabled={changed.length === 0 || batch.status === 'issuing'}
            >
              {t('common.save')}
            </Button>
            <a className={button.button} href={batchHref(batch.cg_idx)}>
              {t('common.cancel')}
            </a>
            <WorkProgress of={work} />
          </div>
        </div>
        <Effect batch={batch} count={count} price={form.values.price.trim()} pace={pace} />
      </form>
    </>
  );
}

interface EffectProps extends QuantityEditorProps {
  count: number | undefined;
  price: string;
}

/** The effect of saving: on the codes, as computed by the server, and on the amount. */
function Effect({ batch, count, price, pace }: EffectProps) {
  const t = useT<CodeWords>();
  const amount = useAmountText();
  const wait = useWaitText();
  const { would, problem } = useForeseen(batch, count);
  // The amount of a quantity that may be refused is none.
  const isAllowed = would !== null || count === batch.count;
  return (
    <section className={styles.effect} aria-live="polite">
      <h2>{t('code.effect')}</h2>
      {problem && <Note tone="problem">{problem}</Note>}
      {count === batch.count && <p>{t('code.effect_none')}</p>}
      {would && would.issue > 0 && (
        <p>
          {t('code.effect_issue', { count: would.issue })} {wait(would.issue, pace)}.
        </p>
      )}
      {would && would.issue === 0 && <p>{t('code.effect_cancel', { count: would.cancel })}</p>}
      <dl>
        <dt>{t('code.amount_now')}</dt>
        <dd>{amount(batch.price, batch.count, batch.currency)}</dd>
        <dt>{t('code.amount_then')}</dt>
        <dd>{(isAllowed && amount(price, count, batch.currency)) || '—'}</dd>
      </dl>
    </section>
  );
}
