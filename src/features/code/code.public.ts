export type { CodeWords } from './code.messages.ts';
export { codeAlphabet, codeForm, readCode, showCode } from './code.rules.ts';
export { activateCode, deleteEventCode, findCode, insertEventCode, lockCode, type StoredCode } from './code.store.ts';
export { rebookFlows } from './code-days.store.ts';
export { endedToday } from './code-figures.read.ts';
export { type CodeStatus, stateColumn } from './code-state.read.ts';
export { type CodeState, codeStates } from './code-state.rules.ts';
export { recordDelivery } from './delivery/delivery.service.ts';
export { type CodeExport, cellsOfCodes, exportCodes } from './list/code-export.read.ts';
export { type CodeFilter, codeFilter } from './list/code-filter.contract.ts';
export { beginsWith, codeMatches, requireBatchOfLot } from './list/code-filter.read.ts';
export {
  type CodeFilterNames,
  type CodeListRow,
  findCodeRows,
  findCodes,
  findFilterNames,
  listedCodes,
} from './list/code-list.read.ts';
export { endWriter, timeWriter } from './list/time-text.ts';
export type { replaceApi } from './replace/replace.contract.ts';
