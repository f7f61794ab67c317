import { useEffect, useRef, useState } from 'react';
import { client } from '#client/api.ts';
import type { BatchApi, BatchTerms } from '../batch.contract.ts';
import { valuesOfTerm } from './batch-terms.rules.ts';
import type { BatchForm } from './batch-values.ts';

const call = client<BatchApi>();

interface AwaitedTerms {
  terms: BatchTerms | null;
  /** They are being read. */
  areAwaited: boolean;
}

/** The prices of the chosen collection and the customer's last orders; choosing a collection fills in the first price. */
export function useTerms({ form }: BatchForm, initial: BatchTerms | null): AwaitedTerms {
  const cidx = form.values.cidx[0]?.value;
  const customer = form.values.cust_idx[0]?.value;
  const [terms, setTerms] = useState(initial);
  const [areAwaited, setAwaited] = useState(false);
  const newest = useRef({ cidx, customer });
  useEffect(() => {
    const { current: before } = newest;
    if (before.cidx === cidx && before.customer === customer) return;
    const now = { cidx, customer };
    newest.current = now;
    setTerms(null);
    setAwaited(cidx !== undefined);
    if (cidx === undefined) return;
    const { price, length } = form.getValues();
    const query = { cidx: Number(cidx), ...(customer && { cust_idx: Number(customer) }) };
    // If they cannot be read, the terms are typed.
    void call('GET /api/v1/code/batch/terms', { query })
      .then(({ results }) => {
        if (newest.current !== now) return;
        setTerms(results);
        const [first] = results.prices;
        const values = form.getValues();
        // What was typed meanwhile stays.
        if (before.cidx !== cidx && first && values.price === price && values.length === length)
          form.setValues(valuesOfTerm(first));
      })
      .catch(() => undefined)
      .finally(() => {
        if (newest.current !== now) return;
        setAwaited(false);
        // They said that these were awaited.
        form.clearFieldError('price');
        form.clearFieldError('length');
      });
  }, [cidx, customer, form]);
  return { terms, areAwaited };
}
