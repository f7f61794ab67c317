/* The public interface for reports that list codes as the code manager does: the same filters, order and cells. */

export type { CodeWords } from './code.messages.ts';
export { type CodeStatus, stateColumn } from './code-state.read.ts';
export { codeStates } from './code-state.rules.ts';
export { cellsOfCodes, exportCodes } from './list/code-export.read.ts';
export { beginsWith, codeMatches } from './list/code-filter.read.ts';
export type { CodeFilter } from './list/code-filter.rules.ts';
export { CodeFilterQuery, CodeListQuery } from './list/code-list.contract.ts';
export {
  type CodeFilterNames,
  type CodeListRow,
  findCodeRows,
  findCodes,
  findFilterNames,
} from './list/code-list.read.ts';
export { endWriter, timeWriter } from './list/time-text.ts';
