import type { Kernel } from '#kernel/mount/feature.ts';
import { replaceApi } from './replace.contract.ts';
import { replaceCode } from './replace.service.ts';

/** The call that replaces a code. */
export function replaceRoutes({ api, records }: Pick<Kernel, 'api' | 'records'>): void {
  api(replaceApi, {
    'POST /api/v1/code/:code/replace': async ({ ctx, params, body }) => ({
      results: await replaceCode(ctx, records, params.code, body.memo),
    }),
  });
}
