/** The message comes with the page, since nothing can be loaded when it is needed. */
export const unreachable = (): string => document.documentElement.dataset.unreachable ?? '';

/** The message for an answer that is not ours, such as the error page of a proxy. */
export const serverFailed = (): string => document.documentElement.dataset.failed ?? '';

/** Shows that message without loading anything; resolves when the user wants to retry. */
export const retryUnreachable = (): Promise<void> =>
  new Promise((resolve) => {
    document.dispatchEvent(new CustomEvent('unreachable', { detail: resolve }));
  });
