export { RefusedTry } from './tries/try.contract.ts';
export { listTries, tryKind } from './tries/try.service.ts';
