import { z } from 'zod';
import { offsetOf, PageNumber, pageSize, pagingLimit } from '#kernel/db/paging.ts';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { FaultParams } from './fault.contract.ts';
import { workbenchHref } from './fault.rules.ts';
import { dismissalKind, recentCounts } from './fault-counts.service.ts';
import type FaultKindView from './fault-kind.view.tsx';
import { getFault, isFixable, shownCount, shownFaults } from './fault-list.service.ts';
import { readFaultPage } from './fault-rows.read.ts';
import { findLastFix } from './last-fix.read.ts';
import type Workbench from './workbench.view.tsx';

/** The screens of faults. */
export function faultPages(kernel: Kernel): void {
  const { web } = kernel;
  const follows = [...new Set([dismissalKind, ...kernel.faults.all.flatMap((kind) => kind.follows)])];
  web.page(workbenchHref, {
    view: view<typeof Workbench>('fault/workbench'),
    follows,
    title: (t) => t('fault.heading'),
    load: async ({ ctx }) => ({
      kinds: (await recentCounts(kernel)).map((one) => shownCount(ctx, one)),
      now: inSeconds(ctx.now),
    }),
  });
  web.page(`${workbenchHref}/:fault`, {
    view: view<typeof FaultKindView>('fault/fault-kind'),
    follows,
    title: (_, { kind }) => kind.name,
    params: FaultParams,
    query: z.object({ page: PageNumber, dismissed: z.literal('1').optional().catch(undefined) }),
    load: async ({ ctx, params, query: { page, dismissed } }) => {
      const kind = getFault(kernel, params.fault);
      const isDismissed = dismissed === '1';
      const wanted = { dismissed: isDismissed, limit: pageSize, offset: offsetOf(page) };
      const { open, dismissed: meant, rows: found } = await readFaultPage(ctx, kind, wanted);
      const rows = await shownFaults(ctx, kernel, kind, found);
      return {
        kind: {
          fault: kind.fault,
          name: ctx.text(kind.name),
          says: ctx.text(kind.says),
          fixable: isFixable(kind),
          asks: kind.act ? ctx.text(kind.act.asks) : null,
        },
        found: { rows, total: isDismissed ? meant : open, page },
        totals: { open, dismissed: meant },
        paging: { size: pageSize, limit: pagingLimit },
        query: { dismissed, sort: '' },
        last: await findLastFix(ctx, kind),
      };
    },
  });
}
