/** A time in whole seconds, as used in API answers and stored for codes. */
export const inSeconds = (at: Date): number => Math.floor(at.getTime() / 1000);

/** The end of the year 9999: the last second that a date can represent. */
export const endOfTime = 253_402_300_799;
