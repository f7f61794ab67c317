export { type EpubState, epubStates } from './check/epub-check.rules.ts';
export { epubStateOf, findAccessibility, hasEpubState } from './check/epub-check.store.ts';
