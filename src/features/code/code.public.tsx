export { changeCodes } from './change/use-change-figures.ts';
export { codeAlphabet, codeLength, easilyMisread, readCode, showCode } from './code.rules.ts';
export { CodeStateMark, useCodeColumns, useCodeValues } from './list/use-code-columns.tsx';
export { useCodeControls } from './list/use-code-controls.tsx';
