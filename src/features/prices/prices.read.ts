import type { CollectionPrice } from '#features/collection/collection.public.ts';
import { versionsOf } from '#features/collection/collection-versions.public.ts';
import { listScheduledValues } from '#features/release/release.public.ts';
import { listComing } from '#features/reservation/reservation.public.ts';
import { listFieldVersions } from '#kernel/records/version-field.ts';
import type { Context } from '#kernel/work/context.ts';
import type { Pricing } from './prices.rules.ts';

// Price changes of one collection that are read, the newest; more than a century of weekly ones.
const mostPast = 5000;

// Nothing can be scheduled later: 9999-12-31.
const always = 253_402_300_799;

/** Each change of a collection's prices with the prices it set, the oldest first: past ones from its versions. */
export async function readPricings(ctx: Context, cid: string): Promise<Pricing[]> {
  return [...(await listPast(ctx, cid)), ...(await readComing(ctx, cid))];
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

/** Those to come. Of two at one time the release has the last word, see the conflicts of releases. */
async function readComing(ctx: Context, cid: string): Promise<Pricing[]> {
  const [releases, reservations] = [
    await listScheduledValues(ctx, { kind: 'collection', id: cid, field: 'prices' }),
    await listComing(ctx, [cid], always),
  ];
  const released = releases.map(
    ({ rel_idx, name, apply_at: at, put_by: by, reason, value }): Pricing => ({
      at,
      by,
      prices: ordered(value),
      why: { kind: 'release', rel_idx, name, text: reason ?? '' },
    }),
  );
  const reserved = reservations
    .filter(({ field }) => field.join('.') === 'prices')
    .map(
      ({ res_idx, apply_at: at, created_by: by, value }): Pricing => ({
        at,
        by,
        prices: ordered(value),
        why: { kind: 'reservation', res_idx },
      }),
    );
  return [...reserved, ...released].toSorted((one, other) => one.at - other.at);
}

/** Prices as stored, in their order. */
const ordered = (value: unknown): CollectionPrice[] =>
  (value as CollectionPrice[]).toSorted((one, other) => one.display_order - other.display_order);
