/** How many codes a batch can have. */
export const mostCodes = 1_000_000;

/** From this many codes on, issuing them is asked about once more. */
export const manyCodes = 100_000;

/** An amount a number of times: decimal strings, exactly. */
export function timesAmount(price: string, count: number): string {
  const [whole = '0', part = ''] = price.split('.');
  const units = (BigInt(whole + part) * BigInt(count)).toString().padStart(part.length + 1, '0');
  return part === '' ? units : `${units.slice(0, -part.length)}.${units.slice(-part.length)}`;
}

/** A whole number as people type it, with or without separators of thousands; undefined if it is none. */
export function readCount(typed: string): number | undefined {
  const digits = typed.replace(/[\s.,'’٬]/g, '');
  return /^\d{1,9}$/.test(digits) ? Number(digits) : undefined;
}

/** Whether a text is an amount, as calls take it. */
export const isAmount = (text: string): boolean => /^\d{1,12}(\.\d{1,4})?$/.test(text);

export const batchStatuses = ['issuing', 'issued', 'failed', 'cancelled'] as const;
export type BatchStatus = (typeof batchStatuses)[number];

/** Where a batch is opened, and where its quantity and price are changed. */
export const batchHref = (cg_idx: number | string): string => `/code/batch/${cg_idx}`;
export const quantityHref = ({ cust_idx, cg_idx }: { cust_idx: number; cg_idx: number }): string =>
  `/code/update?cust_idx=${cust_idx}&cg_idx=${cg_idx}`;
