export { codeAlphabet, codeLength, readCode, showCode } from './code.rules.ts';
export { useCodeColumns, useCodeValues } from './list/use-code-columns.tsx';
export { useCodeControls } from './list/use-code-controls.tsx';
