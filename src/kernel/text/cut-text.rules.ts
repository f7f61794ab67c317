/** Truncates a text to a number of characters, with an ellipsis if it was longer. */
export const cutText = (text: string, characters: number): string =>
  text.length > characters ? `${text.slice(0, characters).toWellFormed()}…` : text;
