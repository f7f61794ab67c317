export { listBatchActs } from './change/batch-acts.read.ts';
export { BatchAct } from './change/change.contract.ts';
export { changedFields, leftReasons, undoWithin } from './change/change.rules.ts';
export { changeInSlices, countCodes } from './change/change.slices.ts';
export { type CodeSlice, isInSlice } from './change/change.store.ts';
export { sentFiles, wasIn } from './change/delivered.read.ts';
export { isSetSince } from './change/set-since.read.ts';
export { notifyCodesChanged } from './code-changes.ts';
export { type DrawCodes, drawCodes } from './draw-codes.ts';
