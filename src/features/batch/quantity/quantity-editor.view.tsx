import { finishFragment } from '#client/dialogs.ts';
import type { CodeWords } from '#features/code/code.public.ts';
import { ConflictReview } from '#ui/form/conflict-review.tsx';
import { FormProblem } from '#ui/form/form-problem.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Input } from '#ui/kit/input.tsx';
import { Grid, Inline } from '#ui/kit/layout.tsx';
import { Note } from '#ui/kit/note.tsx';
import { WorkProgress } from '#ui/table/work-progress.tsx';
import { readCount } from '../batch.rules.ts';
import styles from './quantity.module.css';
import { QuantityEffect } from './quantity-effect.tsx';
import { type QuantityProps, useQuantity } from './use-quantity.ts';

/** The dialog that changes the quantity and price of a batch; it shows the effect first. */
export default function QuantityEditor(props: QuantityProps) {
  const t = useT<CodeWords>();
  const format = useFormat();
  const { batch, lots, foreseen, record, work } = useQuantity(props);
  const { form, ref, submission, changed } = record;
  const { values } = form;
  const count = readCount(values.count);
  const field = (name: 'count' | 'price' | 'memo') => ({ ...form.getInputProps(name), name, autoComplete: 'off' });
  const labels = { count: t('code.field_count'), price: t('code.field_price'), memo: t('code.field_memo') };
  const { status } = batch;
  const { would, problem } = foreseen;
  const isForeseen = count === batch.count || would !== null || problem !== null;
  const act = () => {
    if (would && would.cancel > 0) return t('code.withdraw_codes', { count: would.cancel });
    if (would && would.issue > 0) return t('code.issue_as_lot', { count: would.issue, lot: (lots[0]?.lot ?? 0) + 1 });
    return t('common.save');
  };
  return (
    <form ref={ref} className={styles.editor} onSubmit={submission.submit} noValidate>
      <h2>
        {t('code.quantity_change')} · {batch.title}
      </h2>
      {status !== 'issued' && <Note tone="warn">{t(`code.closed_${status}`)}</Note>}
      <ConflictReview of={record} labelOf={(name) => labels[name]} textOf={(name, of) => of[name]} />
      {Object.keys(form.errors).length === 0 && !record.conflict && (
        <FormProblem of={submission} title={t('code.batch_save_failed')} />
      )}
      <Grid least={170} filled below={14}>
        <Input
          {...field('count')}
          {...(problem !== null && { error: problem })}
          label={labels.count}
          hint={t('code.activated_least', { count: batch.activated_codes })}
          end={{ width: 90, of: <small>{t('code.was', { count: batch.count })}</small> }}
          inputMode="numeric"
          maxLength={11}
          disabled={status !== 'issued'}
          required
          autoFocus
          onBlur={() => count !== undefined && form.setFieldValue('count', format.number(count))}
        />
        <Input
          {...field('price')}
          label={`${labels.price} (${batch.currency})`}
          inputMode="decimal"
          maxLength={17}
          required
        />
        <Input {...field('memo')} label={labels.memo} maxLength={2000} />
      </Grid>
      <QuantityEffect
        batch={batch}
        lots={lots}
        pace={props.pace}
        count={count}
        price={values.price.trim()}
        would={would}
        onLower={(to) => form.setFieldValue('count', format.number(to))}
      />
      <Inline as="footer" end tight above={16}>
        <WorkProgress of={work} />
        <Button onClick={() => void finishFragment(undefined)}>{t('code.keep_count', { count: batch.count })}</Button>
        <Button
          variant="primary"
          type="submit"
          busy={submission.pending}
          disabled={changed.length === 0 || status === 'issuing' || !isForeseen}
        >
          {act()}
        </Button>
      </Inline>
    </form>
  );
}
