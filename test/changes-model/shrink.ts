/**
 * The shortest list found that still fails: parts of it are left out, first halves, then quarters, down to single ones.
 * Gives up after so many attempts.
 */
export async function shrunk<T>(
  list: readonly T[],
  fails: (some: readonly T[]) => Promise<boolean>,
  attempts = 60,
): Promise<readonly T[]> {
  let left = list;
  let tried = 0;
  for (let size = Math.ceil(left.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let from = left.length - size; from > -size && tried < attempts; from -= size) {
      const without = left.toSpliced(Math.max(0, from), size + Math.min(0, from));
      if (without.length === 0 || without.length === left.length) continue;
      tried += 1;
      if (await fails(without)) left = without;
    }
  return left;
}
