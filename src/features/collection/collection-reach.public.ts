export {
  booksOf,
  type ContentListRow,
  contentRowsPageSize,
  contentsPageSize,
  countItems,
  countReached,
  findCandidates,
  itemsOf,
  listContainedIds,
  listContents,
  type Reached,
  reachingOf,
} from './contents/contents.read.ts';
export { managedCid } from './contents/manage-mode.rules.ts';
