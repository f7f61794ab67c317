export { type CodeExport, cellsOfCodes, exportCodes } from './find/code-export.read.ts';
export { type CodeFilter, CodeListQuery, codeFilter } from './find/code-filter.contract.ts';
export { beginsWith, codeMatches, requireBatchOfLot, restMatches } from './find/code-filter.read.ts';
export {
  type CodeFilterNames,
  type CodeListRow,
  findCodeRows,
  findCodes,
  findFilterNames,
  listCodes,
  listedCodes,
} from './find/code-rows.read.ts';
export { readCodes } from './find/code-search.rules.ts';
export { type CodesOfFile, type ExportedCode, readExportedIn } from './find/exported-codes.read.ts';
export { countOf, type MatchingBatch } from './find/matching-batches.read.ts';
export { correctedLots, type LotCount, SentCodes } from './find/sent-codes.ts';
