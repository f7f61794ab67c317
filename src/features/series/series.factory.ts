/** Valid titles for tests and the sample library. */
export const seriesTitle = (n: number): string => `Series ${n}`;
export const levelTitle = (n: number): string => `Level ${n}`;
