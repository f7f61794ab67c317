export { readStagedRows, readWordRows } from './list/word-rows.read.ts';
export type { StagedRows, WordRow } from './list/word-rows.rules.ts';
