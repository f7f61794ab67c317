/** The longest text that is searched for. Characters; a longer one finds nothing, unless it is a list of ids. */
export const mostText = 200;

/** How many ids a pasted list may have: each is one probe of an index. */
export const mostListed = 200;

/** The longest list of ids. Characters, so that it fits in an address. */
export const mostListText = 4000;

/** Reads the ids of a text, each once; null if it is no list of ids. */
export type ReadIds = (text: string) => string[] | null;

/** Reads ids that white space, commas or line breaks separate: at least two, all of a form, and within the bounds. */
export function readIdsOf(text: string, isId: (part: string) => boolean): string[] | null {
  if (text.length > mostListText) return null;
  return asList(
    text.split(/[\s,;、，]+/).filter((part) => part !== ''),
    isId,
  );
}

/** These parts of a text if they are a list of ids. */
export function asList(parts: readonly string[], isId: (part: string) => boolean): string[] | null {
  if (parts.length < 2) return null;
  const ids = [...new Set(parts)];
  return ids.length <= mostListed && ids.every(isId) ? ids : null;
}

/** An id as it may be stored: exactly, in small letters or in capitals. */
export const casesOf = (id: string): string[] => [...new Set([id, id.toLowerCase(), id.toUpperCase()])];
