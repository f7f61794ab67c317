import type { FastifyRequest } from 'fastify';
import { pageSize, pageSizes } from '../db/paging.ts';
import { type ListOffer, type ListPreferences, preferencesCookie, readPreferences } from './list-preferences.rules.ts';

/** The caller's view of a list: as last chosen, but with the page size from the URL. */
export function preferencesOf(
  request: FastifyRequest,
  offer: Pick<ListOffer, 'path' | 'columns' | 'initial'>,
  size?: number,
): ListPreferences {
  const preferences = readPreferences(
    { ...offer, sizes: pageSizes, initialSize: pageSize },
    request.cookies?.[preferencesCookie(offer.path)],
  );
  return { ...preferences, size: size ?? preferences.size };
}
