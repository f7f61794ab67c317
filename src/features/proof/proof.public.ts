export { anchorIn, type Anchor } from './examine/anchor.rules.ts';
export { examineTrail } from './examine/examine-trail.ts';
export { hasChain, readHead } from './proof.store.ts';
