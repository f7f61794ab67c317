/** What staff can do with a code on its card. */
export const codeActs = ['extend', 'cancel', 'restore', 'replace'] as const;
export type CodeAct = (typeof codeActs)[number];

/** The facts about a code that decide what can be done. Times in seconds, 0 means none. */
interface CodeFacts {
  state: 'canceled' | 'expired' | 'active' | 'issued';
  withdrawn: boolean;
  activated_date: number;
  valid_until: number;
  expired_date: number;
  /** Whether its batch is issuing codes. */
  issuing: boolean;
}

/** Why something cannot be done with a code: the end of a message key. */
type Reason =
  | 'no_withdrawn'
  | 'no_extend_canceled'
  | 'no_extend_end'
  | 'no_cancel_canceled'
  | 'no_cancel_expired'
  | 'no_restore'
  | 'no_replace_activated'
  | 'no_replace_canceled'
  | 'no_replace_expired'
  | 'no_replace_issuing';

/** For each act, why it is not possible; null if it is. */
export function reasonsAgainst(code: CodeFacts): Record<CodeAct, Reason | null> {
  if (code.withdrawn)
    return { extend: 'no_withdrawn', cancel: 'no_withdrawn', restore: 'no_withdrawn', replace: 'no_withdrawn' };
  const { state } = code;
  return {
    extend: againstExtending(code),
    cancel: state === 'canceled' ? 'no_cancel_canceled' : state === 'expired' ? 'no_cancel_expired' : null,
    restore: state === 'canceled' ? null : 'no_restore',
    replace: againstReplacing(code),
  };
}

function againstExtending({ state, activated_date, valid_until, expired_date }: CodeFacts): Reason | null {
  if (state === 'canceled') return 'no_extend_canceled';
  return (activated_date > 0 ? expired_date : valid_until) === 0 ? 'no_extend_end' : null;
}

function againstReplacing({ state, activated_date, issuing }: CodeFacts): Reason | null {
  if (activated_date > 0) return 'no_replace_activated';
  if (state === 'canceled') return 'no_replace_canceled';
  if (state === 'expired') return 'no_replace_expired';
  return issuing ? 'no_replace_issuing' : null;
}
