import type { CollectionPrice } from '#features/collection/collection.public.ts';
import { versionsOf } from '#features/collection/collection-versions.public.ts';
import type { ChangeSets } from '#kernel/changesets/change-sets.ts';
import { listFieldVersions } from '#kernel/records/version-field.ts';
import type { Context } from '#kernel/work/context.ts';
import type { Pricing } from './prices.rules.ts';

// Price changes of one collection that are read, the newest; more than a century of weekly ones.
const mostPast = 5000;

// Nothing can be scheduled later: 9999-12-31.
const always = 253_402_300_799;

/** Each change of a collection's prices with the prices it set, the oldest first: past ones from its versions. */
export async function readPricings(ctx: Context, changeSets: ChangeSets, cid: string): Promise<Pricing[]> {
  return [...(await listPast(ctx, cid)), ...(await readComing(ctx, changeSets, cid))];
}

async function listPast(ctx: Context, cid: string): Promise<Pricing[]> {
  const changed = await listFieldVersions(ctx, versionsOf(cid), { field: 'prices', limit: mostPast });
  return changed.map(({ at, actor: by, value, text, ver_idx, number }) => ({
    at,
    by,
    prices: ordered(value ?? []),
    why: { kind: 'version', ver_idx, number, text },
  }));
}

/** Those to come, in the order in which they are applied. */
async function readComing(ctx: Context, changeSets: ChangeSets, cid: string): Promise<Pricing[]> {
  const coming = await changeSets.coming(ctx, [{ kind: 'collection', ids: [cid] }], { apply_at: always });
  return coming
    .filter(({ name }) => name === 'prices')
    .map(
      ({ source, set, title, reason, apply_at: at, by, value }): Pricing => ({
        at,
        by,
        prices: ordered(value),
        why:
          source === 'release'
            ? { kind: 'release', rel_idx: set, name: title ?? '', text: reason ?? '' }
            : { kind: 'reservation', res_idx: set },
      }),
    );
}

/** Prices as stored, in their order. */
const ordered = (value: unknown): CollectionPrice[] =>
  (value as CollectionPrice[]).toSorted((one, other) => one.display_order - other.display_order);
