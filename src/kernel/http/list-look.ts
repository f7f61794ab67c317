import type { FastifyRequest } from 'fastify';
import { pageSize, pageSizes } from '../db/paging.ts';
import { type ListLook, type ListOffer, lookCookie, readLook } from './list-look.rules.ts';

/** The caller's view of a list: as last chosen, but with the page size from the URL. */
export function lookOf(
  request: FastifyRequest,
  offer: Pick<ListOffer, 'path' | 'columns' | 'initial'>,
  size?: number,
): ListLook {
  const look = readLook(
    { ...offer, sizes: pageSizes, initialSize: pageSize },
    request.cookies?.[lookCookie(offer.path)],
  );
  return { ...look, size: size ?? look.size };
}
