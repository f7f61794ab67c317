import { asList, mostListText } from '#kernel/text/search-text.rules.ts';
import { codeForm, codeLength, readCode } from '../code.rules.ts';

/**
 * Reads a pasted list of codes, each as it is stored; what is none stays as it is written. A code may be written in groups:
 * spaces separate codes only where one is complete. Null if the text is no list.
 */
export function readCodes(text: string): string[] | null {
  if (text.length > mostListText || readCode(text).length <= codeLength) return null;
  const parts = text.split(/[,;\n\r\t、，]+/).flatMap(codesIn);
  return asList(parts, () => true);
}

/** The codes of a part, and what is none. */
function codesIn(part: string): string[] {
  const found: string[] = [];
  let groups = '';
  const end = () => {
    if (groups !== '') found.push(groups);
    groups = '';
  };
  for (const group of part.split(/\s+/).map(readCode)) {
    if (groups.length + group.length > codeLength) end();
    groups += group;
    if (codeForm.test(groups)) end();
  }
  end();
  return found;
}

/** The codes of a filter that has a list of them; null if it has a code or its beginning. */
export const codesOfFilter = (code: string | undefined): string[] | null =>
  code?.includes(' ') ? code.split(' ') : null;
