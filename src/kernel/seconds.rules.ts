/** A time in whole seconds, as used in API answers and stored for codes. */
export const inSeconds = (at: Date): number => Math.floor(at.getTime() / 1000);
