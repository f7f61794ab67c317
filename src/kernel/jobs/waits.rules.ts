/** The wait after a number of failures in a row: twice as long each time, up to the longest. In the unit of its bounds. */
export const doublingWait = (failures: number, { first, longest }: { first: number; longest: number }): number =>
  Math.min(first * 2 ** (failures - 1), longest);

/** Up to a tenth more, so that what failed at once is not tried again at once. */
export const spreadWait = (wait: number, chance = Math.random()): number => wait * (1 + chance / 10);
