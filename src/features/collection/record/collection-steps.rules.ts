import type { Page } from '#kernel/db/paging.ts';
import type { ListedPage } from '#ui/page/record-steps.ts';

/** The key under which the list of collections is remembered, for stepping through it. */
export const collectionList = 'collection';

/** The collections of a page of the list, from the props of its view. */
export function listedCollections(props: Record<string, unknown>): ListedPage | null {
  const { collections } = props;
  if (!isPage(collections)) return null;
  return { ids: collections.rows.map(({ cid }) => cid), page: collections.page, total: collections.total };
}

const isPage = (value: unknown): value is Page<{ cid: string }> =>
  typeof value === 'object' && value !== null && 'rows' in value;
