import type { TaskFinder } from '#kernel/desk/home.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { knownCounts } from './fault-counts.service.ts';
import type { FaultWords } from './fault.messages.ts';
import { workbenchHref } from './fault.rules.ts';

// How many kinds the line names.
const named = 3;

/** One task for all faults, once they are counted. */
export const faultTasks =
  (parts: Pick<Kernel, 'faults' | 'longCounts'>): TaskFinder =>
  async (ctx) => {
    const found = knownCounts(parts).flatMap(({ kind, last }) =>
      last && last.count > 0 ? [{ kind, count: last.count }] : [],
    );
    if (found.length === 0) return [];
    const t = ctx.translate<FaultWords>();
    const count = found.reduce((sum, one) => sum + one.count, 0);
    const most = found.toSorted((a, b) => b.count - a.count).slice(0, named);
    return [
      {
        kind: 'fault.task',
        id: 'all',
        name: t('fault.heading'),
        level: 'note',
        count,
        title: t('fault.task', { count, kinds: found.length }),
        line:
          most.map((one) => `${ctx.text(one.kind.name)} ${one.count}`).join(' · ') + (found.length > named ? ' …' : ''),
        href: workbenchHref,
        act: t('fault.task_open'),
      },
    ];
  };
