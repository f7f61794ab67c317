/** A valid category for tests and the sample library. */
export const categoryTitle = (n: number): string => `Category ${n}`;
