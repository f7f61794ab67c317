import { paletteApi } from '../desk/palette.contract.ts';
import { findNearRecords, findRecords } from '../desk/palette.ts';
import type { Context } from '../work/context.ts';
import type { Kernel } from './feature.ts';

/** Mounts the calls behind the palette. */
export function paletteRoutes({ api, records, cards }: Pick<Kernel, 'api' | 'records' | 'cards'>): void {
  const search = async (ctx: Context, text: string) => {
    const [found, card] = await Promise.all([findRecords(ctx, records, text), cards.find(ctx, text)]);
    if (found.length > 0 || card !== null) return { results: found, near: false, card };
    const near = await findNearRecords(ctx, records, text);
    return { results: near, near: near.length > 0, card };
  };
  api(paletteApi, {
    'GET /api/v1/search': ({ ctx, query }) => search(ctx, query.text),
    'POST /api/v1/search': ({ ctx, body }) => search(ctx, body.text),
  });
}
