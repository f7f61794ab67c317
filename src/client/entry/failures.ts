import { notify } from '../dialogs.ts';
import { unreachable } from '../unreachable.ts';

const notLoaded = new WeakSet<object>();

/** Shows what failed; by the browser's own means where not even a notice can be loaded. */
export function tell(problem: unknown): void {
  if (problem instanceof DOMException && problem.name === 'AbortError') return;
  const message = notLoaded.has(Object(problem)) ? unreachable() : String(Object(problem).message ?? problem);
  notify({ message, tone: 'problem' }).catch(() => alert(message));
}

/** From now on nothing fails in silence: what no screen caught is shown all the same. */
export function tellAll(): void {
  addEventListener('vite:preloadError', (event) => notLoaded.add(event.payload));
  addEventListener('unhandledrejection', (event) => tell(event.reason));
}
