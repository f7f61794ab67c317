import type { Kernel } from '#kernel/mount/feature.ts';
import { applyNow } from './apply/apply-release.service.ts';
import { decideChange, putChange, putSelectedBooks, takeOut } from './changes/change.service.ts';
import { releaseApi } from './release.contract.ts';
import { readRelease, readReleases } from './release.read.ts';
import { addRelease, cancelRelease, changeRelease, copyRelease } from './release.service.ts';
import type { StoredRelease } from './release.store.ts';

const saved = ({ rel_idx, version }: StoredRelease) => ({ results: { rel_idx, version } });
const undoable = (act_idx: number) => ({ results: { act_idx } });

export function releaseRoutes(kernel: Kernel): void {
  const { api, changeSets } = kernel;
  api(releaseApi, {
    'GET /api/v1/release': async ({ ctx }) => ({ results: await readReleases(ctx) }),
    'POST /api/v1/release': async ({ ctx, body }) => saved(await addRelease(ctx, body)),
    'GET /api/v1/release/:rel_idx': async ({ ctx, params }) => ({
      results: await readRelease(ctx, kernel, params.rel_idx),
    }),
    'PUT /api/v1/release/:rel_idx': async ({ ctx, params, body }) =>
      saved(await changeRelease(ctx, params.rel_idx, body)),
    'DELETE /api/v1/release/:rel_idx': async ({ ctx, params, body }) =>
      undoable(await cancelRelease(ctx, params.rel_idx, body?.version)),
    'POST /api/v1/release/:rel_idx/copy': async ({ ctx, params, body }) => {
      const { copy, left_out } = await copyRelease(ctx, kernel, params.rel_idx, body ?? {});
      return { results: { ...saved(copy).results, left_out } };
    },
    'POST /api/v1/release/:rel_idx/apply': async ({ ctx, params }) =>
      undoable(await applyNow(ctx, changeSets, params.rel_idx)),
    'PUT /api/v1/release/:rel_idx/change': async ({ ctx, params, body }) => ({
      results: await putChange(ctx, changeSets, params.rel_idx, body),
    }),
    'PUT /api/v1/release/:rel_idx/change/selected': async ({ ctx, params, body }) => ({
      results: await putSelectedBooks(ctx, changeSets, params.rel_idx, body),
    }),
    'PUT /api/v1/release/:rel_idx/change/:chg_idx': async ({ ctx, params, body }) => ({
      results: await decideChange(ctx, changeSets, params, body),
    }),
    'DELETE /api/v1/release/:rel_idx/change/:chg_idx': async ({ ctx, params }) =>
      undoable(await takeOut(ctx, changeSets, params)),
  });
}
