import { paletteApi } from '../desk/palette.contract.ts';
import { findRecords } from '../desk/palette.ts';
import type { Kernel } from './feature.ts';

/** Mounts the call behind the palette. */
export function paletteRoutes({ api, records }: Pick<Kernel, 'api' | 'records'>): void {
  api(paletteApi, {
    'GET /api/v1/search': async ({ ctx, query }) => ({ results: await findRecords(ctx, records, query.text) }),
  });
}
