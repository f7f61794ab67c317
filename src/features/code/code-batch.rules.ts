/** The entity of batches in audit rows and in the registry of references. */
export const batchEntity = 'code_batch';

/** The audit action of a lowered quantity, under which its undo is registered. */
export const loweredAction = `${batchEntity}.lowered`;

/** The row of the trail of a batch that tells how many of its codes a larger act replaced. */
export const codesReplacedAction = `${batchEntity}.replaced`;

/** With what the days begin after which the codes of a batch end: their issue, the first file with them, or an order. */
export const endEvents = ['issue', 'delivery', 'vend'] as const;
export type EndEvent = (typeof endEvents)[number];

/** The page of a batch. */
export const batchHref = (cg_idx: number | string): string => `/code/batch/${cg_idx}`;
