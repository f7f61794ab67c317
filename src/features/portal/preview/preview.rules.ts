/** How many days a link can be opened. */
export const lifetimes = [1, 7, 30] as const;

/** How many books of a collection its preview shows. */
export const booksShown = 120;
