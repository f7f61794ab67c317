import { sql } from 'kysely';
import type { JudgedAct } from '#kernel/desk/approvals.ts';
import { collectionEntity } from './collection-record.service.ts';

/** Another price of a collection, however it changes; one that a new collection begins with is none. */
export const changesPrices: JudgedAct = {
  rule: 'prices',
  counts: ({ entity, before, after }) =>
    entity === collectionEntity && before !== undefined && after !== undefined && hasPrices(before, after) ? 1 : 0,
  inAct: sql<boolean>`entity = ${sql.lit(collectionEntity)} and before ? 'prices' and after ? 'prices'`,
  inTrail: () => sql<boolean>`entity = ${sql.lit(collectionEntity)} and before ? 'prices' and after ? 'prices'`,
};

const hasPrices = (...sides: readonly unknown[]) => sides.some((side) => 'prices' in Object(side));

/** A collection that goes, alone or with others. */
export const deletesCollection: JudgedAct = {
  rule: 'delete_collection',
  counts: ({ entity, action }) => (entity === collectionEntity && action === `${collectionEntity}.deleted` ? 1 : 0),
  inAct: sql<boolean>`entity = ${sql.lit(collectionEntity)} and before is not null and after is null`,
  inTrail: () => sql<boolean>`action = ${sql.lit(`${collectionEntity}.deleted`)}`,
};
