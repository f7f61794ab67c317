/** A text of at most so many characters, and an ellipsis where it was longer. */
export const cutText = (text: string, characters: number): string =>
  text.length > characters ? `${text.slice(0, characters).toWellFormed()}…` : text;
