const channel = 'session';

/** Tells pages waiting in other tabs that `staff` has logged in. */
export function notifyRenewed(staff: string): void {
  const others = new BroadcastChannel(channel);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel belongs to this site only
  others.postMessage(staff);
  others.close();
}

/** Listens for {@link notifyRenewed}; returns a function that stops listening. */
export function onRenewed(hear: (staff: string) => void): () => void {
  const hearing = new BroadcastChannel(channel);
  hearing.onmessage = ({ data }) => hear(String(data));
  return () => hearing.close();
}
