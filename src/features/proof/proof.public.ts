export { anchorIn, type Anchor } from './examine/anchor.rules.ts';
export { examineTrail } from './examine/examine-trail.ts';
export { readHead } from './proof.store.ts';
