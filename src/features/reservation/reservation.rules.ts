/** What of a collection a reservation changes. */
export const targets = ['description', 'price', 'cover_img', 'thumb_img', 'list_img'] as const;
export type Target = (typeof targets)[number];

export const imageTargets = ['cover_img', 'thumb_img', 'list_img'] as const;
export type ImageTarget = (typeof imageTargets)[number];
export const isImage = (target: Target): target is ImageTarget => target.endsWith('_img');

/** The image of a collection that a target is, as the collection names it. */
export const imageKindOf = (target: ImageTarget) => target.replace('_img', '') as 'cover' | 'thumb' | 'list';

/** `failed` waits for a decision; nothing becomes of the others. */
export const statuses = ['scheduled', 'applied', 'failed', 'cancelled'] as const;
export type Status = (typeof statuses)[number];

export const reservationEntity = 'reservation';
export const reservationHref = (resIdx: number | string): string => `/reservation/${resIdx}`;

/** Where the scheduled changes of a collection are, as a part of its page. */
export const scheduledHref = (cid: string): string => `/collection/${cid}/scheduled`;

/**
 * What stands in the way of a reservation: its field was changed since the version it is based on, or another one of the
 * same field waits, before it or after it, and nobody has decided which of them counts.
 */
export interface Conflicts {
  /** By whom and when (seconds) the field was changed last. */
  edited: { name: string | null; at: number } | null;
  /** The reservation of the same field before it, and the one after it. */
  earlier: number | null;
  later: number | null;
}

export const hasConflict = ({ edited, earlier, later }: Conflicts): boolean =>
  edited !== null || earlier !== null || later !== null;

/** How somebody decides a conflict: it replaces whatever is there, or it starts from what is there now. */
export const decisions = ['anyway', 'rebase'] as const;
export type Decision = (typeof decisions)[number];

/** Time passes while a form is filled in, and clocks differ. Seconds. */
export const leeway = 60;

/** Longer than any plan. */
export const furthest = 253_402_300_799;
