import { codeForm } from '#features/code/code.public.ts';
import { readCodes } from '#features/code/code-find.public.ts';

/** Reads a pasted list of codes of events; null for words that cannot be one. */
export function readEventCodes(text: string): string[] | null {
  const codes = readCodes(text);
  return codes?.some((code) => codeForm.test(code)) ? codes : null;
}
