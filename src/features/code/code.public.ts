export type { EndEvent } from './code-batch.rules.ts';
export type { CodeWords } from './code.messages.ts';
export { codeAlphabet, codeEntity, codeForm, doubtsOf, readCode, showCode } from './code.rules.ts';
export { activateCode, deleteEventCode, findCode, insertEventCode, lockCode, type StoredCode } from './code.store.ts';
export { type CodeStatus, stateColumn } from './code-state.read.ts';
export { type CodeState, codeStates } from './code-state.rules.ts';
export type { replaceApi } from './replace/replace.contract.ts';
