/** Delivered with the page, since nothing can be loaded then. */
export const unreachable = (): string => document.documentElement.dataset.unreachable ?? '';

/** Says so without loading anything; resolves when the person wants to try again. */
export const retryUnreachable = (): Promise<void> =>
  new Promise((resolve) => {
    document.dispatchEvent(new CustomEvent('unreachable', { detail: resolve }));
  });
