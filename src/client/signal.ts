/** Something to listen to, as `useSyncExternalStore` does. */
export interface Signal {
  /** Calls back with every `tell`; the returned function ends that. */
  listen: (listener: () => void) => () => void;
  tell: () => void;
}

export function createSignal(): Signal {
  const listeners = new Set<() => void>();
  return {
    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell: () => {
      for (const listener of listeners) listener();
    },
  };
}
