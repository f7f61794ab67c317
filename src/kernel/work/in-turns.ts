import { setImmediate as nextTurn } from 'node:timers/promises';

// How many items are processed before other requests get a turn.
const sliceLength = 250;

/** Runs work that yields; at each pause other requests get a turn. */
export async function inTurns<R>(work: Generator<undefined, R>): Promise<R> {
  let step = work.next();
  for (; !step.done; step = work.next()) await nextTurn();
  return step.value;
}

/**
 * Processes many items in slices, with turns for other requests in between; `from` is the index of the first item of a
 * slice.
 */
export async function bySlices<T>(
  items: readonly T[],
  act: (slice: readonly T[], from: number) => void,
  length = sliceLength,
): Promise<void> {
  for (let from = 0; from < items.length; from += length) {
    act(items.slice(from, from + length), from);
    await nextTurn();
  }
}
