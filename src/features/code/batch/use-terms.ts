import { useEffect, useRef, useState } from 'react';
import { client } from '#client/api.ts';
import type { BatchApi, BatchTerms } from './batch.contract.ts';
import type { BatchCreateProps, BatchForm } from './use-batch-create.ts';

const call = client<BatchApi>();

/** Terms as the form holds them. */
export type Term = BatchTerms['prices'][number];

/** The values of the form for some terms. What is for good must be chosen, so it is not filled in with a price. */
export const valuesOfTerm = ({ price, currency, length }: Term) => ({
  price,
  currency,
  length: length === 0 ? '' : String(length),
  forever: false,
});

/** The prices of the chosen collection and the customer's last orders; choosing a collection fills in the first price. */
export function useTerms({ form }: BatchForm, { terms: initial }: BatchCreateProps): BatchTerms | null {
  const cidx = form.values.cidx[0]?.value;
  const customer = form.values.cust_idx[0]?.value;
  const [terms, setTerms] = useState(initial);
  const shown = useRef({ cidx, customer });
  const values = useRef(form.values);
  values.current = form.values;
  useEffect(() => {
    if (shown.current.cidx === cidx && shown.current.customer === customer) return;
    const isChosen = shown.current.cidx !== cidx;
    shown.current = { cidx, customer };
    setTerms(null);
    if (cidx === undefined) return;
    const { price, length } = values.current;
    let isOver = false;
    const query = { cidx: Number(cidx), ...(customer && { cust_idx: Number(customer) }) };
    // Without them, the terms are typed.
    void call('GET /api/v1/code/batch/terms', { query })
      .then(({ results }) => {
        if (isOver) return;
        setTerms(results);
        const [first] = results.prices;
        const isUntouched = values.current.price === price && values.current.length === length;
        if (isChosen && first && isUntouched) form.setValues(valuesOfTerm(first));
      })
      .catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [cidx, customer, form]);
  return terms;
}
