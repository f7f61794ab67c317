import { collectionEntity } from '#features/collection/collection.public.ts';
import { getCollection } from '#features/collection/collection-record.public.ts';
import { previewRestore, restoreVersion, versionsOf } from '#features/collection/collection-versions.public.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { compareVersions } from '#kernel/records/version-states.ts';
import { editMemo, getVersion, listVersions, ownerOfVersion } from '#kernel/records/versions.ts';
import { versionsApi } from './versions.contract.ts';

export function versionsRoutes({ api, records }: Kernel): void {
  api(versionsApi, {
    'GET /api/v5/collection/:cid/version': async ({ ctx, params, query }) => {
      const { cid } = await getCollection(ctx, params.cid);
      const { rows, total } = await listVersions(ctx, versionsOf(cid), query.page, query.size);
      return { results: rows, total };
    },
    'GET /api/v5/collection/:cid/version/:ver_idx': async ({ ctx, params: { cid, ver_idx }, query: { to } }) => {
      // Of a deleted collection too: whoever writes a memo is shown what a colleague wrote.
      const one = await getVersion(ctx, versionsOf(cid), ver_idx);
      const changes = to === undefined ? one.changes : await compareVersions(ctx, versionsOf(cid), ver_idx, to);
      return { results: { ...one, changes } };
    },
    'POST /api/v5/collection/:cid/version/:ver_idx/restore': async ({ ctx, params: { cid, ver_idx }, body }) => {
      if (body?.dry_run) return { results: await previewRestore(ctx, records, cid, ver_idx) };
      return { results: await restoreVersion(ctx, records, cid, ver_idx, body ?? {}) };
    },
    'PUT /api/v1/collection/memo/:ver_idx': async ({ ctx, params: { ver_idx }, body }) => {
      const owner = await ownerOfVersion(ctx, collectionEntity, ver_idx);
      return { results: { version: await editMemo(ctx, owner, ver_idx, body.memo, body.version) } };
    },
  });
}
