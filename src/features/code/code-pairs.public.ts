export { issueTwins, type Pair } from './replace/pairs.store.ts';
export { undoPairs } from './replace/pairs-undo.service.ts';
