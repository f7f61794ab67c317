/** The key of a level's row, on the page where series have theirs. */
export const levelRow = (levIdx: number): string => `level-${levIdx}`;
