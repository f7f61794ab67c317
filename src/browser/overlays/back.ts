/** The dialogs that are open, as {@link followBack} needs them. */
interface Stack {
  depth: () => number;
  /** Closes the topmost dialog, or asks first if that would lose input. */
  closeTop: () => void;
}

/** The number of dialogs over the page at an entry of the history; entries that are not ours have none. */
const depthAt = (state: unknown): number | undefined => {
  const { dialogs } = Object(state);
  return typeof dialogs === 'number' ? dialogs : undefined;
};

/**
 * Gives every open dialog an entry in the browser's history, so that Back closes it instead of leaving the page.
 * The returned function makes the history follow the stack; it resolves once no navigation can be lost to that.
 */
export function followBack({ depth, closeTop }: Stack): () => Promise<void> {
  // Above the depth of the stack after a page was left from a dialog: there, such entries are passed over.
  let at = depthAt(history.state) ?? 0;
  let arrived: (() => void) | null = null;
  let aligned = Promise.resolve();
  const align = async () => {
    const wanted = depth();
    if (at < wanted && at === 0) history.replaceState({ ...history.state, dialogs: 0 }, '');
    for (; at < wanted; at++) history.pushState({ ...history.state, dialogs: at + 1 }, '');
    if (at === wanted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    arrived = resolve;
    history.go(wanted - at);
    await promise;
  };
  const follow = () => {
    aligned = aligned.then(align);
    return aligned;
  };
  addEventListener('popstate', ({ state }) => {
    const to = depthAt(state);
    const from = at;
    at = to ?? 0;
    if (arrived) {
      // After this event: a navigation that begins within it may be lost.
      setTimeout(arrived);
      arrived = null;
    } else if (to === undefined || to === from) {
      // A link within the page.
    } else if (to > from) {
      history.forward();
    } else if (to < depth()) {
      closeTop();
      // Still open if it asks first, and again on top.
      void follow();
    } else {
      history.back();
    }
  });
  return follow;
}
