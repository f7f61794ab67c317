/** How many days a link can be valid. */
export const lifetimes = [1, 7, 30] as const;

/** How many books a collection's preview shows. */
export const booksShown = 120;
