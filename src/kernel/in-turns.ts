import { setImmediate as nextTurn } from 'node:timers/promises';

// How many items are worked on before others have their turn.
const sliceLength = 250;

/** Runs work that pauses by itself; at each pause other requests have their turn. */
export async function inTurns<R>(work: Generator<undefined, R>): Promise<R> {
  let step = work.next();
  for (; !step.done; step = work.next()) await nextTurn();
  return step.value;
}

/** Goes through many items slice by slice, with turns for others in between; `from` is the index of the first. */
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
