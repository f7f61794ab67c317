export { NearCode } from './near/near-codes.contract.ts';
export { findNearCodes } from './near/near-codes.read.ts';
