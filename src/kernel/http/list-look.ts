import type { FastifyRequest } from 'fastify';
import { pageSize, pageSizes } from '../db/paging.ts';
import { type ListLook, type ListOffer, lookCookie, readLook } from './list-look.rules.ts';

/** How the caller looks at a list: as they last chose, but with as many rows as the address says. */
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
