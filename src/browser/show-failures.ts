import { notify } from '../client/dialogs.ts';
import { unreachable } from '../client/unreachable.ts';

const notLoaded = new WeakSet<object>();

/** Shows a failure to the user; `retry` adds a button that tries again. */
export function showFailure(problem: unknown, retry?: () => void): void {
  if (problem instanceof DOMException && problem.name === 'AbortError') return;
  const message = notLoaded.has(Object(problem)) ? unreachable() : String(Object(problem).message ?? problem);
  void notify({ message, tone: 'problem', ...(retry && { retry }) });
}

/** Shows every failure that no screen has caught. */
export function showUncaughtFailures(): void {
  addEventListener('vite:preloadError', (event) => notLoaded.add(event.payload));
  addEventListener('unhandledrejection', (event) => showFailure(event.reason));
}
