/** The fields of codes that can be changed in bulk. */
export const changedFields = ['length', 'valid_until', 'expired_date', 'is_canceled'] as const;
export type ChangedField = (typeof changedFields)[number];

/** Why a code stays as it is. */
export const leftReasons = [
  'unknown',
  'withdrawn',
  'activated',
  'unused',
  'expired',
  'canceled',
  'not_canceled',
  'same',
  'early',
] as const;
export type LeftReason = (typeof leftReasons)[number];

/** The longest length of a code, in days: a hundred years. */
export const mostDays = 36_525;

/** How long a change of codes can be undone, in seconds. */
export const undoWithin = 24 * 3600;
