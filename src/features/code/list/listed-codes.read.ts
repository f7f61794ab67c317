import type { FastifyRequest } from 'fastify';
import { missingIn } from '#kernel/db/listed-ids.ts';
import { pageSizes, pagingLimit } from '#kernel/db/paging.ts';
import { preferencesOf } from '#kernel/http/list-preferences.ts';
import type { Context } from '#kernel/work/context.ts';
import type { CodeFilter } from '../find/code-filter.contract.ts';
import { codeListOffer } from '../find/code-filter.rules.ts';
import { findFilterNames, findListed, listCodes } from '../find/code-rows.read.ts';
import type { ListedCodes } from './codes.tsx';

interface CodesRequest {
  request: FastifyRequest;
  /** The query of the address. */
  query: CodeFilter & { page: number; size?: number | undefined };
  /** Filters fixed by the page. */
  fixed: CodeFilter;
}

/** The data of a list of codes on the page of a record. */
export async function readListedCodes(
  ctx: Context,
  { request, query: { page, size, ...query }, fixed }: CodesRequest,
): Promise<ListedCodes> {
  const preferences = preferencesOf(request, codeListOffer, size);
  const filter = { ...query, ...fixed };
  const [found, names, listed] = await Promise.all([
    listCodes(ctx, filter, page, preferences.size),
    findFilterNames(ctx, filter),
    findListed(ctx, filter),
  ]);
  const paging = { size: preferences.size, limit: pagingLimit, sizes: pageSizes };
  return {
    found: { ...found, ...missingIn(listed, found) },
    preferences,
    paging,
    query: { ...query, sort: '', size },
    names,
  };
}
