/** The maximum length of a sentence. Characters. */
export const longestSentence = 800;
