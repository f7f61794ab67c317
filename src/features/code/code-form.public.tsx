export { codeAlphabet, codeLength, readCode, showCode } from './code.rules.ts';
