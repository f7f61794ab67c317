import type { LastCount } from '#kernel/desk/cached-counts.ts';
import type { FaultKind } from '#kernel/desk/faults.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { countFaults } from './fault-rows.read.ts';

type Parts = Pick<Kernel, 'faults' | 'longCounts'>;

/** The kind of changes of dismissals. */
export const dismissalKind = 'fault';

// For how long a caller waits for counts that nobody made yet, or that are quickly made again. Milliseconds.
const waitMs = 1200;
const quickMs = 150;

const last = ({ longCounts }: Parts, kind: FaultKind): LastCount | undefined =>
  longCounts.latest(`fault ${kind.fault}`, {
    kinds: [...kind.follows, dismissalKind],
    count: (ctx) => countFaults(ctx, kind),
  });

/** How many records have each kind of fault, as far as that is known: without waiting. */
export const knownCounts = (parts: Parts): { kind: FaultKind; last: LastCount | undefined }[] =>
  parts.faults.all.map((kind) => ({ kind, last: last(parts, kind) }));

/** How many records have each kind of fault, as of now where counting is quick; in a large library, as of when it was counted last. */
export async function recentCounts(parts: Parts): Promise<ReturnType<typeof knownCounts>> {
  const until = performance.now() + waitMs;
  const isAwaited = ({ last: one }: { last: LastCount | undefined }) => !one || (one.isOld && one.took < quickMs);
  let counts = knownCounts(parts);
  const left = () => until - performance.now();
  while (counts.some(isAwaited) && parts.longCounts.resumesIn < left()) {
    await parts.longCounts.settle(left());
    counts = knownCounts(parts);
  }
  return counts;
}
