/** 'There is no response from the server', in the reader's language. The page brought it, for when nothing else comes. */
export const unreachable = (): string => document.documentElement.dataset.unreachable ?? '';
