/** The states of an access code, in the order in which they are tested. */
export const codeStates = ['canceled', 'expired', 'active', 'issued'] as const;
export type CodeState = (typeof codeStates)[number];

/** What decides about the state of a code: times in seconds, 0 is none. */
export interface CodeTimes {
  valid_until: number;
  activated_date: number;
  expired_date: number;
  is_canceled: number;
}

/** The state of a code at a moment, in seconds. An activated code ends with its length, an unused one with its validity. */
export function stateOf(code: CodeTimes, now: number): CodeState {
  if (code.is_canceled > 0) return 'canceled';
  const endsAt = code.activated_date > 0 ? code.expired_date : code.valid_until;
  if (endsAt > 0 && endsAt <= now) return 'expired';
  return code.activated_date > 0 ? 'active' : 'issued';
}
