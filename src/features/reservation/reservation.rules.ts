import type { Locale } from '#kernel/messages/locale.ts';

/** The fields of a collection that a reservation can change. */
export const targets = ['description', 'price', 'cover_img', 'thumb_img', 'list_img'] as const;
export type Target = (typeof targets)[number];

export const imageTargets = ['cover_img', 'thumb_img', 'list_img'] as const;
export type ImageTarget = (typeof imageTargets)[number];
export const isImage = (target: Target): target is ImageTarget => target.endsWith('_img');

/** The collection's name for the kind of image of a target. */
export const imageKindOf = (target: ImageTarget) => target.replace('_img', '') as 'cover' | 'thumb' | 'list';

/** `failed` waits for a decision; `applied` and `cancelled` need no more work. */
export const statuses = ['scheduled', 'applied', 'failed', 'cancelled'] as const;
export type Status = (typeof statuses)[number];

export const reservationEntity = 'reservation';
/** The page of a release that sets the same field. */
export const releaseHref = (relIdx: number): string => `/release/${relIdx}`;

export const reservationHref = (resIdx: number | string): string => `/reservation/${resIdx}`;

/** The reason of the version that a reservation makes, which names it and who scheduled it. */
export const reasonOf = ({ res_idx: resIdx, created_by: by }: { res_idx: number; created_by: string | null }): string =>
  `Reservation ${resIdx}${by === null ? '' : ` (${by})`}`;

/** The tab of a collection's page with its scheduled changes. */
export const scheduledHref = (cid: string): string => `/collection/${cid}/scheduled`;

/** How to decide a conflict: overwrite the current value in any case, or start from it. */
export const decisions = ['anyway', 'rebase'] as const;
export type Decision = (typeof decisions)[number];

/** The field of a reservation, as releases name the fields of collections. */
export const collectionField = ({ target, locale }: { target: Target; locale: Locale | null }): string =>
  target === 'price' ? 'prices' : isImage(target) ? target : `multi_lang_data.${locale ?? 'en'}.description`;
