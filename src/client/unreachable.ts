/** The message comes with the page, since nothing can be loaded when it is needed. */
export const unreachable = (): string => document.documentElement.dataset.unreachable ?? '';

/** Shows that message without loading anything; resolves when the user wants to retry. */
export const retryUnreachable = (): Promise<void> =>
  new Promise((resolve) => {
    document.dispatchEvent(new CustomEvent('unreachable', { detail: resolve }));
  });
