import { sql } from 'kysely';
import { z } from 'zod';
import type { ChangeFields, ChangeKind } from '#kernel/changesets/kinds.ts';
import { joinedOrder, shownMoves } from '#kernel/records/sequence.rules.ts';
import { changeSequence } from '#kernel/records/sequence.ts';
import type { Context } from '#kernel/work/context.ts';
import { idxNumber } from '#kernel/work/fields.ts';
import { longList } from '#kernel/work/long-list.ts';
import { collectionEntity } from '../collection-record.service.ts';
import { advertise, advertisedOrder, advertisedOrderId, requireCollections } from './advertisement.service.ts';
import { listAdvertised, lockAdvertisedOrder } from './advertisement.store.ts';

const Advertisement = z.strictObject({ sequence: longList(idxNumber, { max: 20_000 }) });
type Advertisement = z.output<typeof Advertisement>;

const orderOf = ({ sequence = [] }: ChangeFields) => sequence as number[];

/** Which collections releases advertise, and in which order: those they leave out are no longer advertised. */
export const advertisementChanges: ChangeKind<Advertisement> = {
  kind: 'advertisement',
  entity: collectionEntity,
  recordId: () => advertisedOrderId,
  label: 'collection.advertisement',
  icon: 'event',
  order: () => 50,
  values: Advertisement,
  namesIn: () => ['sequence'],
  valuesOf: (fields) => ({ sequence: orderOf(fields) }),
  read: async (ctx, wanted, lock) => {
    if (lock) await lockAdvertisedOrder(ctx.db);
    const sequence = (await listAdvertised(ctx.db)).map(({ cidx }) => cidx);
    return new Map(wanted.has('order') ? [['order', { sequence }]] : []);
  },
  write: async (ctx, changes) => {
    for (const { values } of changes) await setAdvertised(ctx, values.sequence);
  },
  isSequence: true,
  isOfOthers: () => true,
  fit: (wanted, now, base) => {
    const [order, had] = [orderOf(wanted), new Set(orderOf(base))];
    // Those advertised since stay; those that the release leaves out go.
    const since = orderOf(now).filter((id) => !had.has(id));
    return { sequence: [...new Set([...order, ...since])] };
  },
  join: (earlier, base, fields) => ({ sequence: joinedOrder(orderOf(earlier), orderOf(base), orderOf(fields)) }),
  describe: async (ctx, changes) => {
    const all = changes.flatMap(({ base, fields }) => [...orderOf(base), ...orderOf(fields)]);
    const { rows } = await sql<{ cidx: number; title: string }>`
      select c.cidx, coalesce(t.title, c.cid) as title
      from collection c left join collection_text t on t.cidx = c.cidx and t.locale = 'en'
      where c.cidx = any(${all}::integer[])`.execute(ctx.db);
    const titles = new Map(rows.map(({ cidx, title }) => [cidx, title]));
    return changes.map(({ base, fields }) =>
      shownMoves(orderOf(base), orderOf(fields), (id) => titles.get(id) ?? `#${id}`),
    );
  },
};

/** Advertises exactly these collections, in this order. Refused if one does not exist or is named twice. */
async function setAdvertised(ctx: Context, sequence: readonly number[]): Promise<void> {
  await lockAdvertisedOrder(ctx.db);
  await requireCollections(ctx, sequence);
  const had = (await listAdvertised(ctx.db)).map(({ cidx }) => cidx);
  for (const cidx of had.filter((one) => !sequence.includes(one))) await advertise(ctx, { cidx, adsOn: false });
  for (const cidx of sequence.filter((one) => !had.includes(one))) await advertise(ctx, { cidx, adsOn: true });
  await changeSequence(ctx, advertisedOrder, { id: advertisedOrderId, wanted: sequence });
}
