/** Delivered with the page, since nothing can be loaded then. */
export const unreachable = (): string => document.documentElement.dataset.unreachable ?? '';
