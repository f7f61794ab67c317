/**
 * Does `work` to every item, at most `lanes` of them beside each other. Begins no more once one has failed, and rejects
 * with that failure when all that were begun have settled.
 */
export async function inLanes<T>(items: Iterable<T>, lanes: number, work: (item: T) => Promise<void>): Promise<void> {
  const waiting = Iterator.from(items);
  let failed = false;
  const lane = async () => {
    for (const item of waiting) {
      if (failed) return;
      try {
        await work(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const settled = await Promise.allSettled(Array.from({ length: lanes }, lane));
  for (const one of settled) if (one.status === 'rejected') throw one.reason;
}
