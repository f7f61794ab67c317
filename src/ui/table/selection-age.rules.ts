/** A selection is kept as long as a session that nobody uses: until the next day of work. Milliseconds. */
const meantMs = 12 * 3_600_000;

/** Whether rows that were last selected then are still meant: not those of another day, in a tab that stayed open. */
export const isStillMeant = (at: number, now: number): boolean => now - at < meantMs;
