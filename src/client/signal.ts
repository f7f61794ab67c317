/** Something to listen to, as `useSyncExternalStore` does. */
interface Signal {
  /** Calls back with every `tell`; the returned function ends that. */
  listen: (listener: () => void) => () => void;
  notify: () => void;
}

export function createSignal(): Signal {
  const listeners = new Set<() => void>();
  return {
    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify: () => {
      for (const listener of listeners) listener();
    },
  };
}
