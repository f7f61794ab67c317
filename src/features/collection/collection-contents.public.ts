export {
  asRows,
  type ContentItem,
  clearContents,
  deleteContents,
  findExisting,
  type Given,
  insertContents,
  itemOf,
  keyOf,
  type NamedItem,
  rowsOf,
} from './contents.store.ts';
