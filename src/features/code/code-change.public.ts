export { beginDays } from './change/begun-days.service.ts';
export { listBatchActs } from './change/batch-acts.read.ts';
export { BatchAct } from './change/code-change.contract.ts';
export { changedFields, leftReasons, undoWithin } from './change/code-change.rules.ts';
export { type CodeSlice, isInSlice, lockBatchesOf } from './change/code-change.store.ts';
export {
  type ChangedRight,
  type CodeRight,
  changeRights,
  findShortened,
  lockCodes,
  rightsBack,
} from './change/code-right.store.ts';
export { changeInSlices, countCodes } from './change/code-slices.ts';
export { sentFiles, wasIn } from './change/delivered.read.ts';
export { isSetSince } from './change/set-since.read.ts';
export { notifyCodesChanged } from './code-changes.ts';
export { type DrawCodes, drawCodes } from './draw-codes.ts';
