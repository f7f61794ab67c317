/** The most codes a batch can have. */
export const mostCodes = 1_000_000;

/** From this many codes on, issuing asks for confirmation again. */
export const manyCodes = 100_000;

/** A decimal amount multiplied by a count, exactly, as a decimal string. */
export function timesAmount(price: string, count: number): string {
  const [whole = '0', part = ''] = price.split('.');
  const units = (BigInt(whole + part) * BigInt(count)).toString().padStart(part.length + 1, '0');
  return part === '' ? units : `${units.slice(0, -part.length)}.${units.slice(-part.length)}`;
}

/** A whole number as typed, with or without thousands separators; undefined if it is not one. */
export function readCount(typed: string): number | undefined {
  const digits = typed.replace(/[\s.,'’٬]/g, '');
  return /^\d{1,9}$/.test(digits) ? Number(digits) : undefined;
}

export const batchStatuses = ['issuing', 'issued', 'failed', 'cancelled'] as const;
export type BatchStatus = (typeof batchStatuses)[number];

/** The dialog of a batch's quantity and price. */
export const quantityHref = ({ cust_idx, cg_idx }: { cust_idx: number; cg_idx: number }): string =>
  `/code/update?cust_idx=${cust_idx}&cg_idx=${cg_idx}`;

/** The dialog for a file of codes that leaked: a batch, or of it a lot or a delivery. */
export const leakHref = (of: { cg_idx: number; lot?: number; delivery?: number }): `/${string}` =>
  `/code/leak?${new URLSearchParams(Object.entries(of).map(([name, value]) => [name, String(value)]))}`;

/** The key of the job that issues the codes of a batch. */
export const issueKey = (cg_idx: number): string => `code-batch-${cg_idx}`;
