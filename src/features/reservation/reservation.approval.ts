import { collectionEntity } from '#features/collection/collection.public.ts';
import { findCollection } from '#features/collection/collection-record.public.ts';
import type { JudgedSets } from '#kernel/desk/approvals.ts';
import { reservationEntity } from './reservation.rules.ts';
import { reservationKind } from './reservation-record.service.ts';

/** A scheduled change of a price may be approved before its time. */
export const judgedReservations: JudgedSets = {
  entity: reservationEntity,
  key: 'res_idx',
  find: async (ctx, resIdx) => {
    const row = await reservationKind.find(ctx, resIdx);
    if (row?.status !== 'scheduled' || row.target !== 'price') return undefined;
    const { cid, value } = row;
    const collection = await findCollection(ctx.db, cid);
    return {
      title: collection?.multi_lang_data.en?.title || cid,
      rules: { prices: 1 },
      changes: [
        {
          entity: collectionEntity,
          id: cid,
          action: `${collectionEntity}.updated`,
          before: { prices: collection?.prices ?? [] },
          after: { prices: value },
          reason: null,
        },
      ],
    };
  },
  previews: async (ctx, resIdx) => {
    const row = await reservationKind.find(ctx, resIdx);
    if (!row) return [];
    const title = (await findCollection(ctx.db, row.cid))?.multi_lang_data.en?.title || row.cid;
    const query = new URLSearchParams({ of: collectionEntity, id: row.cid, when: 'later' });
    return [{ title, href: `/preview/create?${query}` }];
  },
};
