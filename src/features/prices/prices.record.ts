import { collectionEntity } from '#features/collection/collection.public.ts';
import type { RecordDeclaration } from '#kernel/records/records.ts';
import { pricesHref } from './prices.rules.ts';

/** Prices over time are no records of their own: they are read from versions and from what is scheduled. */
export const pricesRecord: RecordDeclaration = {
  kind: 'prices',
  label: 'prices.tab',
  parts: [{ of: collectionEntity, tab: { label: 'prices.over_time', href: pricesHref, card: 'prices' } }],
};
