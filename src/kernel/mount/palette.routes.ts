import { paletteApi } from '../desk/palette.contract.ts';
import { findRecords } from '../desk/palette.ts';
import type { Kernel } from './feature.ts';

/** Mounts the call behind the palette. */
export function paletteRoutes({ api, records, cards }: Pick<Kernel, 'api' | 'records' | 'cards'>): void {
  api(paletteApi, {
    'GET /api/v1/search': async ({ ctx, query }) => {
      const [found, card] = await Promise.all([findRecords(ctx, records, query.text), cards.find(ctx, query.text)]);
      return { results: found, card };
    },
  });
}
