/**
 * Runs `work` for every item, at most `lanes` in parallel. After a failure it starts no more, and rejects with the
 * failure once everything started has settled.
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
