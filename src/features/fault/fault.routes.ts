import { pageSize } from '#kernel/db/paging.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { dismissFaults, restoreFaults } from './dismiss.service.ts';
import { recentCounts } from './fault-counts.service.ts';
import { getFault, shownCount, shownFaults } from './fault-list.service.ts';
import { readFaultPage } from './fault-rows.read.ts';
import { defineFixes } from './fix.service.ts';
import { faultApi } from './fault.contract.ts';

/** The calls of faults. */
export function faultCalls(kernel: Kernel): void {
  const fix = defineFixes(kernel);
  kernel.api(faultApi, {
    'GET /api/v1/fault': async ({ ctx }) => ({
      results: (await recentCounts(kernel)).map((one) => shownCount(ctx, one)),
    }),
    'GET /api/v1/fault/:fault': async ({ ctx, params, query }) => {
      const kind = getFault(kernel, params.fault);
      const dismissed = query.dismissed === '1';
      const wanted = { dismissed, limit: pageSize, offset: (query.page - 1) * pageSize };
      const { rows, open, dismissed: meant } = await readFaultPage(ctx, kind, wanted);
      return { results: { rows: await shownFaults(ctx, kernel, kind, rows), total: dismissed ? meant : open } };
    },
    'POST /api/v1/fault/:fault/fix': async ({ ctx, params, body }) => ({
      results: await fix(ctx, getFault(kernel, params.fault), body),
    }),
    'POST /api/v1/fault/:fault/dismiss': async ({ ctx, params, body }) => ({
      results: await dismissFaults(ctx, getFault(kernel, params.fault), body),
    }),
    'POST /api/v1/fault/:fault/restore': async ({ ctx, params, body }) => ({
      results: { restored: await restoreFaults(ctx, getFault(kernel, params.fault), body) },
    }),
  });
}
