export { epubStates } from './check/epub-check.rules.ts';
export { EpubStateBadge } from './check/epub-state.tsx';
