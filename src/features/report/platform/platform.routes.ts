import { sendExport } from '#kernel/http/export.ts';
import { view } from '#kernel/http/web.ts';
import { AppError } from '#kernel/messages/errors.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { actsOn } from '#kernel/records/record-parts.ts';
import { PlatformQuery, platformApi } from './platform.contract.ts';
import { readPlatform } from './platform.read.ts';
import { exportPlatform, periodOf } from './platform.service.ts';
import type PlatformReport from './platform.view.tsx';

export function platformRoutes({ api, web, records }: Kernel): void {
  api(platformApi, {
    'GET /api/v1/report/platform': async ({ ctx, query }) => {
      const period = periodOf(ctx, query);
      return { results: { ...period, ...(await readPlatform(ctx, period)) } };
    },
    'GET /report/platform/export': async ({ ctx, query: { by, as, ...requested }, reply }) => {
      const sheet = await exportPlatform(ctx, periodOf(ctx, requested), by);
      return sendExport({ ctx, reply }, { title: `platform-${by}`, as, ...sheet });
    },
  });
  web.page('/report/platform', {
    view: view<typeof PlatformReport>('report/platform/platform'),
    title: (t) => t('report.platform_heading'),
    query: PlatformQuery,
    replica: true,
    status: ({ problem }) => (problem === null ? 200 : 422),
    load: async ({ ctx, query }) => {
      const acts = actsOn(ctx, records.all, 'report', 'platform');
      try {
        const period = periodOf(ctx, query);
        return { acts, requested: period, problem: null, platform: await readPlatform(ctx, period) };
      } catch (error) {
        // The form shows what is wrong with the requested period.
        if (!(error instanceof AppError && error.status === 422)) throw error;
        return { acts, requested: query, problem: ctx.text(error.code, error.values), platform: null };
      }
    },
  });
}
