import { paletteApi } from '../desk/palette.contract.ts';
import type { Kernel } from './feature.ts';

/** Mounts the call behind the palette. */
export function paletteRoutes(kernel: Pick<Kernel, 'api' | 'palette'>): void {
  kernel.api(paletteApi, {
    'GET /api/v1/search': async ({ ctx, query }) => ({ results: await kernel.palette.find(ctx, query.text) }),
  });
}
