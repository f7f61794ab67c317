export { leftReasons } from './change/code-change.rules.ts';
export { useCancelQuestion } from './change/use-cancel-question.ts';
export { changeCodes } from './change/use-code-change.ts';
export { codeAlphabet, codeLength, doubtsOf, readCode, showCode } from './code.rules.ts';
export { batchHref } from './code-batch.rules.ts';
export { Codes } from './list/codes.tsx';
export { CodeStateMark, useCodeColumns, useCodeValues } from './list/use-code-columns.tsx';
export { useCodeControls } from './list/use-code-controls.tsx';
