export { codeForm, codeLength, readCode, showCode } from './code.rules.ts';
export { activateCode, deleteEventCode, findCode, insertEventCode, lockCode, type StoredCode } from './code.store.ts';
export { inSeconds } from './code-state.read.ts';
export { type CodeState, stateOf } from './code-state.rules.ts';
