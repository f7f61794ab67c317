import { paletteApi } from '../desk/palette.contract.ts';
import { findNearRecords, findRecords } from '../desk/palette.ts';
import type { Kernel } from './feature.ts';

/** Mounts the call behind the palette. */
export function paletteRoutes({ api, records, cards }: Pick<Kernel, 'api' | 'records' | 'cards'>): void {
  api(paletteApi, {
    'GET /api/v1/search': async ({ ctx, query }) => {
      const [found, card] = await Promise.all([findRecords(ctx, records, query.text), cards.find(ctx, query.text)]);
      if (found.length > 0 || card !== null) return { results: found, near: false, card };
      const near = await findNearRecords(ctx, records, query.text);
      return { results: near, near: near.length > 0, card };
    },
  });
}
