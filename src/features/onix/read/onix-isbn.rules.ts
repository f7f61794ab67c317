import { numberOfIsbn, readIsbn } from '#features/book/book-fields.public.ts';

/** The ISBN-13 of an ISBN with ten or thirteen digits, hyphens or not; undefined if it is not one. */
export function isbn13(text: string): string | undefined {
  // Ten digits whose check digit is wrong have none: completed, they would be the number of another book.
  const number = numberOfIsbn(readIsbn(text));
  return /^97[89]\d{10}$/.test(number) ? number : undefined;
}
