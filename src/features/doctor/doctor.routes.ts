import { setTimeout as sleep } from 'node:timers/promises';
import { view } from '#kernel/http/web.ts';
import { AppError } from '#kernel/messages/errors.ts';
import type { MessageValues } from '#kernel/messages/messages.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { Context } from '#kernel/work/context.ts';
import { doctorApi } from './doctor.contract.ts';
import { doctorHome } from './doctor.rules.ts';
import type Doctor from './doctor.view.tsx';
import { Examination, resultOf } from './examine.service.ts';

// How long the page waits for its checks; the others are asked for once it is shown. Milliseconds.
const shownAfterMs = 800;

const wordsOf = (ctx: Context) => ({ text: (key: string, values?: MessageValues) => ctx.text(key, values) });

/** The call and the page; both only look. */
export function doctorRoutes({ api, web, checkups }: Kernel): void {
  const examination = new Examination(checkups.parts);
  api(doctorApi, {
    'GET /api/v1/doctor': async ({ ctx, query, request }) => {
      const chosen = checkups.all.filter(({ name }) => query.check === undefined || name === query.check);
      if (chosen.length === 0) throw new AppError(404, 'error.not_found');
      const found = chosen.map(async (one) => resultOf(one, await examination.find(one, request), wordsOf(ctx)));
      return { results: await Promise.all(found) };
    },
  });
  web.page(doctorHome, {
    view: view<typeof Doctor>('doctor/doctor'),
    title: (t) => t('doctor.heading'),
    load: async ({ ctx, request }) => {
      const shown = sleep(shownAfterMs, undefined);
      const checks = checkups.all.map(async (one) => {
        const found = await Promise.race([examination.find(one, request), shown]);
        return {
          check: one.name,
          label: ctx.text(one.label),
          result: found ? resultOf(one, found, wordsOf(ctx)) : null,
        };
      });
      return { checks: await Promise.all(checks), at: Math.floor(ctx.now.getTime() / 1000) };
    },
  });
}
