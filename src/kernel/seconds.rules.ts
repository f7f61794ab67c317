/** A moment in seconds, as calls answer times and codes keep theirs. */
export const inSeconds = (at: Date): number => Math.floor(at.getTime() / 1000);
