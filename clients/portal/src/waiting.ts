/** Resolves after this long, or at once when the signal aborts. Milliseconds. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
  });
}

// A first failure is mostly a line that was cut and is there again. Milliseconds.
const firstMs = 50;
const mostMs = 5000;

/** How long to wait before trying again after so many failures, a little different for each program. Milliseconds. */
export const backoffMs = (failures: number): number =>
  Math.min(mostMs, firstMs * 2 ** Math.min(failures, 10)) * (0.75 + Math.random() / 4);

/** A signal that aborts with this one, or when nothing was heard for this long; `heard` starts the time anew. */
export function patience(ms: number, outer?: AbortSignal) {
  const controller = new AbortController();
  const abort = () => controller.abort(outer?.reason);
  if (outer?.aborted) abort();
  outer?.addEventListener('abort', abort);
  const giveUp = () => controller.abort(new Error(`The office was silent for ${ms / 1000} seconds.`));
  let timer = setTimeout(giveUp, ms);
  return {
    signal: controller.signal,
    heard: () => {
      clearTimeout(timer);
      timer = setTimeout(giveUp, ms);
    },
    /** While the caller is busy, the office is not silent. */
    rest: () => clearTimeout(timer),
    end: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', abort);
      controller.abort();
    },
  };
}
