// Opened by the first use in a browser: the server loads this module too.
let channel: BroadcastChannel | undefined;
const otherTabs = (): BroadcastChannel => (channel ??= new BroadcastChannel('writes'));

/** Tells the other tabs of this browser that something was written in this one. */
export function notifyOtherTabs(): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target: it is of this origin
  otherTabs().postMessage(null);
}

/** Calls back when something was written in another tab, once this one is visible. */
export function hearOtherTabs(written: () => void): void {
  let isWritten = false;
  const show = () => {
    if (!isWritten || document.hidden) return;
    isWritten = false;
    written();
  };
  otherTabs().addEventListener('message', () => {
    isWritten = true;
    show();
  });
  document.addEventListener('visibilitychange', show);
}
