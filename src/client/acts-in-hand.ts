const inHand = new Set<Promise<boolean>>();

/** Notes an act of this page that is being done, or whose Undo is about to be offered. */
export function noteAct(act: Promise<void>): void {
  const isDone = act.then(
    () => true,
    () => false,
  );
  inHand.add(isDone);
  void isDone.then(() => inHand.delete(isDone));
}

/** Waits for the acts of this page that are being done; false if one failed. */
export async function actsDone(): Promise<boolean> {
  while (inHand.size > 0) if (!(await Promise.all(inHand)).every(Boolean)) return false;
  return true;
}

/** Waits no longer for acts without an answer: the page goes where their plan is shown. */
export const letActsGo = (): void => inHand.clear();
