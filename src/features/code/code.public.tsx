export { codeAlphabet, codeLength, readCode, showCode } from './code.rules.ts';
export { useCodeColumns, useCodeValues } from './list/use-code-columns.tsx';
export { useCodeFilters } from './list/use-code-filters.tsx';
