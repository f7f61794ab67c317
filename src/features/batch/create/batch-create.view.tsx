import type { CodeWords, EndEvent } from '#features/code/code.public.ts';
import { CollectionPicker } from '#features/collection/collection.public.tsx';
import { CustomerPicker } from '#features/customer/customer.public.tsx';
import { isAmountIn } from '#kernel/text/money.rules.ts';
import { DateField } from '#ui/date/date-field.tsx';
import { FormProblem } from '#ui/form/form-problem.tsx';
import type { Choice } from '#ui/form/record-values.rules.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Checkbox } from '#ui/kit/choice.tsx';
import { Input, Select, Textarea } from '#ui/kit/input.tsx';
import { Grid, Inline, Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import styles from '../batch.module.css';
import { readCount } from '../batch.rules.ts';
import { BatchEstimate } from '../batch-estimate.tsx';
import { type Term, valuesOfTerm } from './batch-terms.rules.ts';
import { BatchTermsChoice, LastOrders } from './batch-terms.tsx';
import type { BatchValues } from './batch-values.ts';
import { type BatchCreateProps, useBatchCreate } from './use-batch-create.ts';

const endEvents: readonly EndEvent[] = ['issue', 'delivery', 'vend'];

/** The dialog that issues a batch of codes; it shows the amount before anything is issued. */
export default function BatchCreate(props: BatchCreateProps) {
  const t = useT<CodeWords>();
  const format = useFormat();
  const { record, lacking, terms } = useBatchCreate(props);
  const { form, ref, submission } = record;
  const { values } = form;
  const count = readCount(values.count);
  const days = values.forever ? 0 : readCount(values.length) || undefined;
  const labelOf = (name: keyof BatchValues) =>
    t(name === 'length' || name === 'forever' ? 'code.batch_length' : `code.field_${name}`);
  const field = (
    name: 'title' | 'count' | 'price' | 'length' | 'valid_from' | 'valid_until' | 'valid_days' | 'memo',
  ) => ({
    ...form.getInputProps(name),
    name,
    label: labelOf(name),
    autoComplete: 'off',
  });
  const pick = (name: 'cust_idx' | 'cidx') => ({
    name,
    value: values[name],
    onChange: (picked: Choice[]) => form.setFieldValue(name, picked),
    error: form.errors[name],
    max: 1,
  });
  const zone = t('code.in_zone', { zone: props.timeZone });
  const chosen = { price: values.price.trim(), currency: values.currency, length: days };
  const choose = (term: Term) => form.setValues({ ...valuesOfTerm(term), forever: term.length === 0 });
  const isOver = values.valid_until !== '' && values.valid_until < props.today;
  return (
    <form ref={ref} onSubmit={submission.submit} noValidate>
      <h2>{t('code.batch_new')}</h2>
      {Object.keys(form.errors).length === 0 && <FormProblem of={submission} title={t('code.batch_add_failed')} />}
      <div className={styles.create} data-beside>
        <div>
          <Stack>
            <Grid least={220} filled gap={12}>
              <CustomerPicker
                {...pick('cust_idx')}
                label={t('code.field_cust_idx')}
                createLabel={t('code.new_customer')}
                required
              />
              <CollectionPicker {...pick('cidx')} label={t('code.field_cidx')} required />
            </Grid>
            {terms && <BatchTermsChoice terms={terms} chosen={chosen} onChoose={choose} />}
          </Stack>
          <Stack className={styles.what}>
            <Input {...field('title')} maxLength={200} required />
            <div className={styles.money}>
              <Input
                {...field('count')}
                inputMode="numeric"
                maxLength={11}
                required
                onBlur={() => count !== undefined && form.setFieldValue('count', format.number(count))}
              />
              <Input {...field('price')} inputMode="decimal" maxLength={17} required />
              <Select
                {...form.getInputProps('currency')}
                name="currency"
                label={t('code.field_currency')}
                options={[...props.currencies]}
              />
              <div>
                <Input {...field('length')} inputMode="numeric" maxLength={5} required disabled={values.forever} />
                <Checkbox
                  name="forever"
                  label={t('code.for_good')}
                  checked={values.forever}
                  onChange={(event) => form.setValues({ forever: event.currentTarget.checked, length: '' })}
                />
              </div>
            </div>
            <Grid least={220} filled gap={12}>
              <DateField {...field('valid_from')} hint={zone} />
              <Select
                {...form.getInputProps('valid_after')}
                name="valid_after"
                label={t('code.field_valid_after')}
                options={[
                  { value: '', label: t('code.ends_on') },
                  ...endEvents.map((event) => ({ value: event, label: t(`code.ends_after_${event}`) })),
                ]}
              />
              {values.valid_after === '' ? (
                <DateField {...field('valid_until')} {...(isOver && { error: t('code.over_already') })} hint={zone} />
              ) : (
                <Input {...field('valid_days')} inputMode="numeric" maxLength={5} required />
              )}
            </Grid>
            <Textarea {...field('memo')} maxLength={2000} rows={2} most={6} />
          </Stack>
        </div>
        <aside>
          {terms && (
            <LastOrders terms={terms} isOrdering={values.cust_idx.length > 0} chosen={chosen} onChoose={choose} />
          )}
          <BatchEstimate
            count={count}
            price={values.price.trim()}
            currency={values.currency}
            length={days}
            collection={values.cidx[0]?.label ?? ''}
            validFrom={values.valid_from}
            validUntil={values.valid_after === '' ? values.valid_until : ''}
            after={
              values.valid_after === '' ? null : { event: values.valid_after, days: readCount(values.valid_days) ?? 0 }
            }
            timeZone={props.timeZone}
            pace={props.pace}
          />
        </aside>
      </div>
      <Inline as="footer" whole gap={12} className={styles.issue}>
        <Text as="small" grow id="issue-lacks">
          {lacking.length > 0 && t('code.issue_lacks', { fields: lacking.map(labelOf).join(', ') })}
        </Text>
        {lacking.length === 0 && <kbd aria-hidden>Ctrl ↵</kbd>}
        <Button
          variant="primary"
          type="submit"
          busy={submission.pending}
          disabled={lacking.length > 0}
          aria-describedby="issue-lacks"
          aria-keyshortcuts="Control+Enter"
        >
          {count !== undefined && days !== undefined && isAmountIn(values.currency, values.price.trim())
            ? t('code.issue_terms', { count, price: format.money(values.price.trim(), values.currency), days })
            : t('code.issue')}
        </Button>
      </Inline>
    </form>
  );
}
