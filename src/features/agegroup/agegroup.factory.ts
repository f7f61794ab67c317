/** A valid age group for tests and the sample library. */
export const agegroupTitle = (n: number): string => `Ages ${n} to ${n + 2}`;
