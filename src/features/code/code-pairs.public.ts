export { issueTwins, type Pair } from './replace/pairs.store.ts';
export { pairsUndo } from './replace/pairs-undo.service.ts';
