import type { FastifyRequest } from 'fastify';
import { pageSizes, pagingLimit } from '#kernel/db/paging.ts';
import { preferencesOf } from '#kernel/http/list-preferences.ts';
import type { Context } from '#kernel/work/context.ts';
import type { CodeFilter } from './code-filter.contract.ts';
import { codeListOffer } from './code-filter.rules.ts';
import { findFilterNames, listCodes } from './code-list.read.ts';
import type { ListedCodes } from './codes.tsx';

interface Asked {
  request: FastifyRequest;
  /** The query of the address. */
  query: CodeFilter & { page: number; size?: number | undefined };
  /** Filters fixed by the page. */
  fixed?: CodeFilter;
  /** Set while nothing is chosen, so that nothing is listed. */
  isUnchosen?: boolean;
}

/** The data of a list of codes. */
export async function readListedCodes(
  ctx: Context,
  { request, query: { page, size, ...query }, fixed = {}, isUnchosen = false }: Asked,
): Promise<ListedCodes> {
  const preferences = preferencesOf(request, codeListOffer, size);
  const filter = { ...query, ...fixed };
  const [codes, names] = await Promise.all([
    isUnchosen ? { rows: [], total: 0, page: 1 } : listCodes(ctx, filter, page, preferences.size),
    findFilterNames(ctx, filter),
  ]);
  const paging = { size: preferences.size, limit: pagingLimit, sizes: pageSizes };
  return { codes, preferences, paging, query: { ...query, size }, names };
}
