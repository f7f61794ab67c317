/** The states of an access code, in the order in which they are tested. */
export const codeStates = ['canceled', 'expired', 'active', 'issued'] as const;
export type CodeState = (typeof codeStates)[number];

/** The fields that determine a code's state: times in seconds, 0 means none. */
export interface CodeTimes {
  valid_until: number;
  activated_date: number;
  expired_date: number;
  cancelled_at: number;
}

/** When a code ends by itself: an activated one with its length, an unused one with its validity; 0 means never. */
export const endsAt = (code: Omit<CodeTimes, 'cancelled_at'>): number =>
  code.activated_date > 0 ? code.expired_date : code.valid_until;

/** The state of a code at a time, in seconds. */
export function stateOf(code: CodeTimes, now: number): CodeState {
  if (code.cancelled_at > 0) return 'canceled';
  const end = endsAt(code);
  if (end > 0 && end <= now) return 'expired';
  return code.activated_date > 0 ? 'active' : 'issued';
}
