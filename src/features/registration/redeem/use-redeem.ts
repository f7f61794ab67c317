import { useRef, useState } from 'react';
import { client } from '#client/api.ts';
import { refreshView } from '#client/live/refresh.ts';
import { codeLength, readCode } from '#features/code/code.public.tsx';
import { randomId } from '#kernel/text/random-id.rules.ts';
import { type Submission, useSubmit } from '#ui/form/use-submit.ts';
import type { Redeemable, Registered, redeemApi } from './redeem.contract.ts';

const call = client<typeof redeemApi>();

interface Redeeming {
  code: string;
  learner: string;
  /** The typed code, once it was looked up. */
  found: Redeemable | null;
  /** The last registration made. */
  done: Registered | null;
  typeCode: (text: string) => void;
  typeLearner: (text: string) => void;
  lookup: Submission;
  redeeming: Submission;
}

/** Looks up a code as soon as it is complete; redeems it exactly once, however often the request is sent. */
export function useRedeem(initial: { typed: string; found: Redeemable | null }, onDone: () => void): Redeeming {
  const [code, setCode] = useState(initial.typed);
  const [learner, setLearner] = useState('');
  const [found, setFound] = useState(initial.found);
  const [done, setDone] = useState<Registered | null>(null);
  const current = useRef(initial.typed);
  // The idempotency key of the current redemption: retried after a failure, it must not run twice.
  const key = useRef<string | null>(null);

  const lookup = useSubmit(async () => {
    const requested = current.current;
    const { results } = await call('GET /api/v1/code/redeem', { query: { code: requested } });
    if (requested === current.current) setFound(results);
  });
  const redeeming = useSubmit(async () => {
    key.current ??= randomId();
    const body = { code: current.current, learner_id: learner };
    const { results } = await call('POST /api/v1/code/redeem', { body, idempotencyKey: key.current });
    key.current = null;
    current.current = '';
    setDone(results);
    setCode('');
    setLearner('');
    setFound(null);
    onDone();
    // The list of what was redeemed last.
    void refreshView('live').catch(() => undefined);
  });
  const typeCode = (text: string) => {
    const isOther = readCode(text) !== readCode(current.current);
    current.current = text;
    setCode(text);
    if (!isOther) return;
    key.current = null;
    setFound(null);
    setDone(null);
    lookup.clear();
    redeeming.clear();
    if (readCode(text).length === codeLength) lookup.submit();
  };
  const typeLearner = (text: string) => {
    key.current = null;
    setLearner(text);
  };
  return { code, learner, found, done, typeCode, typeLearner, lookup, redeeming };
}
