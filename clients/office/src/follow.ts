import { setTimeout as pause } from 'node:timers/promises';
import type { Printer } from './printer.ts';

// How often the office is asked how far it is: soon at first, for most work is short. Milliseconds.
const firstMs = 150;
const laterMs = 1500;

/** How far work of the office is. */
interface Progress {
  done: number;
  total: number;
}

/**
 * Asks for the state of work that the office does on its own until it is no longer under way, and answers that state. If
 * the person stops waiting, they hear how to follow it.
 */
export async function follow<State>(
  printer: Printer,
  {
    what,
    again,
    ask,
    isUnderWay,
    progress,
  }: {
    /** What is being done, such as `Applying`. */
    what: string;
    /** The command that follows it. */
    again: string;
    ask: () => Promise<State>;
    isUnderWay: (state: State) => boolean;
    progress: (state: State) => Progress | null;
  },
): Promise<State> {
  printer.whenInterrupted(`The office goes on. To follow it: ${again}`);
  try {
    for (let waitMs = firstMs; ; waitMs = Math.min(waitMs * 1.5, laterMs)) {
      const state = await ask();
      if (!isUnderWay(state)) return state;
      const { done, total } = progress(state) ?? {};
      printer.progress(what, done, total);
      await pause(waitMs);
    }
  } finally {
    printer.whenInterrupted(undefined);
  }
}
