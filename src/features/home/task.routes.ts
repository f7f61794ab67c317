import type { Kernel } from '#kernel/mount/feature.ts';
import { taskApi } from './task.contract.ts';
import { ownTasks, releaseRow, snoozeRow, takeRow, taskEntity, wakeRow } from './inbox.service.ts';

/** Mounts the calls that snooze and take rows of the start page. */
export function taskRoutes({ api, records, belongings }: Kernel): void {
  belongings.add(ownTasks);
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
    fields: { title: 'common.title', until: 'home.snoozed_until', by: 'home.taken_by', owner: 'common.owner' },
  });
  api(taskApi, {
    'POST /api/v1/task/snooze': ({ ctx, body: { until, ...row } }) => snoozeRow(ctx, row, until),
    'DELETE /api/v1/task/snooze': ({ ctx, query }) => wakeRow(ctx, query.kind),
    'POST /api/v1/task/take': ({ ctx, body }) => takeRow(ctx, body),
    'DELETE /api/v1/task/take': ({ ctx, query }) => releaseRow(ctx, query.kind),
  });
}
