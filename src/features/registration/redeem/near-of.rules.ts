import type { NearCode } from '../near/near-codes.contract.ts';

/** The codes that may have been meant, as the refusal of an unknown one carries them for staff. */
export const nearIn = (details: Record<string, unknown> = {}): NearCode[] => (details['near'] ?? []) as NearCode[];
