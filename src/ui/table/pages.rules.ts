/** The pages to link to: the first, the last, and those around the current one; null is a gap. */
export function pagesAround(page: number, last: number): (number | null)[] {
  const shown = [1, page - 1, page, page + 1, last].filter((one) => one >= 1 && one <= last);
  const inOrder = [...new Set(shown)].toSorted((a, b) => a - b);
  return inOrder.flatMap((one, index) => {
    const before = inOrder[index - 1] ?? 0;
    if (one - before === 1) return [one];
    return one - before === 2 ? [one - 1, one] : [null, one];
  });
}
