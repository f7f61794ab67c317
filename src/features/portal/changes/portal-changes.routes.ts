import type { ChangeMapper } from '#kernel/http/event-stream.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { portalChangesApi } from './portal-changes.contract.ts';
import { portalChangesOf } from './portal-changes.read.ts';

/** The stream of changes for portals. */
export function portalChanges({ api, events, work }: Kernel): void {
  const caller = systemCaller('portal.changes');
  const toPortalChanges: ChangeMapper = (changes) => work.read(caller, (ctx) => portalChangesOf(ctx, changes));
  api(portalChangesApi, {
    'GET /portal/v1/changes': ({ request, query: { from, kinds } }) => {
      const wanted = kinds && new Set<string>(kinds);
      return events.open(request, {
        from,
        mapChanges: toPortalChanges,
        wants: wanted && (({ kind }) => wanted.has(kind)),
      });
    },
  });
}
