import { spellingsOfIsbn } from '#features/book/book-fields.public.ts';
import { asList, casesOf, mostListText } from '#kernel/text/search-text.rules.ts';

// The bids of pasted lists have a figure, so that the words of a title are none.
const bidForm = /^(?=.*\d)[A-Za-z0-9_-]{1,64}$/;

/**
 * Reads a pasted list of bids and ISBNs: what commas and line breaks separate, or else spaces, since an ISBN may be written
 * with them. Null if the text is no list.
 */
export function readBookIds(text: string): string[] | null {
  if (text.length > mostListText || isIsbn(text)) return null;
  const parts = text.split(/[,;\n、，]+/).flatMap((part) => (isIsbn(part) ? [part.trim()] : part.split(/\s+/)));
  return asList(
    parts.filter((part) => part !== ''),
    (part) => bidForm.test(part) || isIsbn(part),
  );
}

/** What a book may have stored for an id of such a list: the bid, or either spelling of the ISBN. */
export const storedForms = (id: string): string[] => [...casesOf(id), ...spellingsOfIsbn(id)];

const isIsbn = (text: string) => spellingsOfIsbn(text).length > 0;
