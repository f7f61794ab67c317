import { setTimeout as sleep } from 'node:timers/promises';
import type { Kernel } from './feature.ts';

/** `stop` ends the sending after the current attempt, `cut` aborts the attempt as well. */
export interface SenderSignals {
  stop: AbortSignal;
  cut: AbortSignal;
}

/** Sends what is queued; other processes may do the same. */
export interface Sender {
  /** Starts to send what is due, as far as places are free, and does not wait for it. */
  begin: () => Promise<void>;
  /** What is being sent. */
  inFlight: () => Iterable<Promise<void>>;
}

// How often to poll without being woken: for retries that are due, and for claims of dead processes. Milliseconds.
const pollMs = 1000;

// After each poll, wake-ups are coalesced for this long. Milliseconds.
const gatherMs = 200;

// How long in-flight attempts may take at shutdown, which may take ten seconds in all. Milliseconds.
const cutMs = 3000;

/**
 * Sends while the product runs, from the first wake-up, when the product starts to listen to changes, and at shutdown ends
 * after the in-flight attempts. `wake` has the sender look again at once: there may be something to send.
 */
export function sendWhileRunning(
  { app, changes, jobs }: Pick<Kernel, 'app' | 'changes' | 'jobs'>,
  open: (signals: SenderSignals, wake: () => void) => Sender,
): void {
  const [stopping, cutting] = [new AbortController(), new AbortController()];
  const signal = stopping.signal;
  let wake = () => {};
  let running: Promise<void> | undefined;
  const sender = open({ stop: signal, cut: cutting.signal }, () => wake());
  const pause = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
  const run = async () => {
    while (!signal.aborted) {
      const woken = Promise.withResolvers<void>();
      wake = woken.resolve;
      await sender.begin().catch(jobs.onError);
      await pause(gatherMs);
      await Promise.race([woken.promise, pause(pollMs)]);
    }
  };
  changes.onWake(() => {
    running ??= run();
    wake();
  });
  app.addHook('preClose', async () => {
    stopping.abort();
    wake();
    const cut = setTimeout(() => cutting.abort(), cutMs);
    await running;
    await Promise.all(sender.inFlight());
    clearTimeout(cut);
  });
}
