import { notify } from '../dialogs.ts';
import { unreachable } from '../unreachable.ts';

const notLoaded = new WeakSet<object>();

/** Shows a failure to the user, with the browser's own alert if even a notice cannot be loaded. */
export function showFailure(problem: unknown): void {
  if (problem instanceof DOMException && problem.name === 'AbortError') return;
  const message = notLoaded.has(Object(problem)) ? unreachable() : String(Object(problem).message ?? problem);
  notify({ message, tone: 'problem' }).catch(() => alert(message));
}

/** Shows every failure that no screen has caught. */
export function showUncaughtFailures(): void {
  addEventListener('vite:preloadError', (event) => notLoaded.add(event.payload));
  addEventListener('unhandledrejection', (event) => showFailure(event.reason));
}
