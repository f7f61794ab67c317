import { type RefObject, useEffect, useRef } from 'react';
import { client } from '#client/api.ts';
import { isEnter } from '#client/composition.ts';
import { confirm, leaveWith } from '#client/dialogs.ts';
import type { CodeWords } from '#features/code/code.public.ts';
import { batchHref } from '#features/code/code.public.tsx';
import { isAmountIn } from '#kernel/text/money.rules.ts';
import { randomId } from '#kernel/text/random-id.rules.ts';
import { formValues, sentFields } from '#ui/form/field-values.rules.ts';
import type { Choice } from '#ui/form/record-values.rules.ts';
import { useRecordForm } from '#ui/form/use-record-form.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import type { BatchApi, BatchTerms } from '../batch.contract.ts';
import { manyCodes, mostCodes, readCount } from '../batch.rules.ts';
import { useAmountText, useWaitText } from '../batch-estimate.tsx';
import { batchFields } from '../batch-fields.rules.ts';
import { valuesOfTerm } from './batch-terms.rules.ts';
import type { BatchForm, BatchValues } from './batch-values.ts';
import { useTerms } from './use-terms.ts';

const call = client<BatchApi>();

export interface BatchCreateProps {
  /** The customer it is for, if known. */
  customer: Choice | null;
  /** The collection of the customer's newest batch, and its terms. */
  collection: Choice | null;
  terms: BatchTerms | null;
  currencies: readonly Choice[];
  /** Codes issued per second. */
  pace: number;
  timeZone: string;
  /** In the time zone, 'YYYY-MM-DD'. */
  today: string;
  /** The first day to begin with, 'YYYY-MM-DD' or none. */
  validFrom: string;
}

/** The terms to begin with: what the collection costs now, in the currency and for the days of the last order. */
function firstTerms({ prices, orders: [last] }: BatchTerms) {
  const term = prices.find((one) => one.currency === last?.currency && one.length === last.length) ?? prices[0] ?? last;
  return term && valuesOfTerm(term);
}

const valuesFrom = ({ customer, collection, terms, currencies, validFrom }: BatchCreateProps): BatchValues => ({
  cust_idx: customer ? [customer] : [],
  cidx: collection ? [collection] : [],
  ...formValues(batchFields, null),
  count: '',
  price: '',
  currency: currencies[0]?.value ?? '',
  length: '',
  forever: false,
  ...(terms && firstTerms(terms)),
  valid_from: validFrom,
  valid_until: '',
  valid_days: '',
  valid_after: '',
});

interface NewBatchForm {
  record: BatchForm;
  lacking: (keyof BatchValues)[];
  terms: BatchTerms | null;
}

/**
 * The form of a new batch, and what its terms lack; after saving it goes to the batch's page. Asks again before issuing a
 * large batch, or one whose codes last for good.
 */
export function useBatchCreate(props: BatchCreateProps): NewBatchForm {
  const t = useT<CodeWords>();
  const format = useFormat();
  const amountText = useAmountText();
  const waitText = useWaitText();
  const keyOf = useActKey();
  const record: BatchForm = useRecordForm<BatchValues, { cg_idx: number; version: number }>({
    initial: { values: valuesFrom(props), version: undefined },
    save: async ({ values }) => {
      // Enter arrives here also while the button is off.
      const missing = lackingIn(values, props.today);
      if (missing.length > 0) {
        const problem = (name: keyof BatchValues) =>
          areAwaited && (name === 'price' || name === 'length') ? t('code.terms_awaited') : t('invalid.required');
        record.form.setErrors(Object.fromEntries(missing.map((name) => [name, problem(name)])));
        return undefined;
      }
      const body = bodyOf(values);
      if ((body.count > manyCodes || body.length === 0) && !(await isSure(body))) return undefined;
      const { results } = await call('POST /api/v1/code/batch', { body, idempotencyKey: keyOf(JSON.stringify(body)) });
      return { ...results, version: 1 };
    },
    onSaved: ({ cg_idx }) => leaveWith(t('code.batch_begun'), batchHref(cg_idx)),
  });
  const { terms, areAwaited } = useTerms(record, props.terms);
  const lacking = lackingIn(record.form.values, props.today);
  useIssueKeys(record.ref, lacking.length > 0);
  return { record, lacking, terms };

  function isSure({ count, price, currency, length }: ReturnType<typeof bodyOf>): Promise<boolean> {
    return confirm({
      title: t(length === 0 ? 'code.issue_for_good' : 'code.issue_many', { count }),
      figures: [
        `${t('code.field_count')}: ${format.number(count)}`,
        `${t('code.field_amount')}: ${amountText(price, count, currency)}`,
        `${t('code.estimate_time')}: ${waitText(count, props.pace)}`,
      ],
      agree: t('code.issue'),
    });
  }
}

/** Ctrl+Enter issues. While something is lacking, so that the button is off, Enter in a field says what. */
function useIssueKeys(form: RefObject<HTMLFormElement | null>, isLacking: boolean): void {
  useEffect(() => {
    const { current } = form;
    const press = (event: KeyboardEvent) => {
      if (!isEnter(event) || event.defaultPrevented) return;
      const isEntered = isLacking && event.target instanceof HTMLInputElement;
      if (!event.ctrlKey && !event.metaKey && !isEntered) return;
      event.preventDefault();
      current?.requestSubmit();
    };
    current?.addEventListener('keydown', press);
    return () => current?.removeEventListener('keydown', press);
  }, [form, isLacking]);
}

/** The fields without which nothing can be issued, or with what cannot be, in the order of the form. */
function lackingIn(values: BatchValues, today: string): (keyof BatchValues)[] {
  const count = readCount(values.count) ?? 0;
  const { valid_from: from, valid_until: until, valid_after: after } = values;
  const isWhole: Partial<Record<keyof BatchValues, boolean>> = {
    cust_idx: values.cust_idx.length > 0,
    cidx: values.cidx.length > 0,
    title: values.title.trim() !== '',
    count: count > 0 && count <= mostCodes,
    price: isAmountIn(values.currency, values.price.trim()),
    length: values.forever || Boolean(readCount(values.length)),
    valid_until: after !== '' || until === '' || (until >= today && until >= from),
    valid_days: after === '' || Boolean(readCount(values.valid_days)),
  };
  return (Object.keys(isWhole) as (keyof BatchValues)[]).filter((name) => !isWhole[name]);
}

const bodyOf = ({ cust_idx, cidx, count, length, forever, valid_days, valid_after, ...values }: BatchValues) => ({
  ...values,
  ...sentFields(batchFields, values),
  price: values.price.trim(),
  cust_idx: Number(cust_idx[0]?.value),
  cidx: Number(cidx[0]?.value),
  count: readCount(count) ?? 0,
  length: forever ? 0 : (readCount(length) ?? 0),
  ...(valid_after !== '' && { valid_until: '', valid_days: readCount(valid_days) ?? 0, valid_after }),
});

/** The idempotency key: the same for the same body, so that a retry never issues twice. */
function useActKey(): (body: string) => string {
  const sent = useRef({ body: '', key: '' });
  return (body) => {
    if (sent.current.body !== body) sent.current = { body, key: randomId() };
    return sent.current.key;
  };
}
