import { codeForm } from '#features/code/code.public.ts';
import { readCodes } from '#features/code/code-find.public.ts';
import { asList, mostListText } from '#kernel/text/search-text.rules.ts';
import { fitsLearner } from '../learner-id.rules.ts';

/** Reads a pasted list of learner IDs and codes; a code may be written in groups. Null if the text is no list. */
export function readLearnersOrCodes(text: string): string[] | null {
  if (text.length > mostListText) return null;
  const parts = text.split(/[\s,;、，]+/).filter((part) => part !== '');
  const codes = readCodes(text);
  const areGroups = codes !== null && codes.length < parts.length && codes.every((code) => codeForm.test(code));
  return asList(areGroups ? codes : parts, fitsLearner);
}
