import type { Kernel } from '#kernel/mount/feature.ts';
import { taskApi } from './home.contract.ts';
import { releaseRow, snoozeRow, takeRow, taskEntity, wakeRow } from './inbox.service.ts';

const done = { results: { success: true } };

/** Mounts the calls that snooze and take rows of the start page. */
export function taskRoutes({ api, records }: Kernel): void {
  records.define({
    kind: taskEntity,
    label: 'home.task',
    href: () => '/',
    actions: {
      snoozed: 'home.did_snooze',
      woken: 'home.did_wake',
      taken: 'home.did_take',
      released: 'home.did_release',
    },
    fields: { title: 'common.title', until: 'home.snoozed_until', by: 'home.taken_by' },
  });
  api(taskApi, {
    'POST /api/v1/task/snooze': async ({ ctx, body: { until, ...row } }) => {
      await snoozeRow(ctx, row, until);
      return done;
    },
    'DELETE /api/v1/task/snooze': async ({ ctx, query }) => {
      await wakeRow(ctx, query.kind);
      return done;
    },
    'POST /api/v1/task/take': async ({ ctx, body }) => {
      await takeRow(ctx, body);
      return done;
    },
    'DELETE /api/v1/task/take': async ({ ctx, query }) => {
      await releaseRow(ctx, query.kind);
      return done;
    },
  });
}
