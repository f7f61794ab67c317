export { Code } from './list/code-list.contract.ts';
export type { ListedCodes } from './list/codes.tsx';
export { readListedCodes } from './list/listed-codes.read.ts';
