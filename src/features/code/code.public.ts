export { codeForm, readCode } from './code.rules.ts';
export { activateCode, deleteEventCode, findCode, insertEventCode, lockCode, type StoredCode } from './code.store.ts';
export { endedToday } from './code-figures.read.ts';
export { type CodeState } from './code-state.rules.ts';
