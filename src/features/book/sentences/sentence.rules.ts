/** The most characters a sentence may have. */
export const longestSentence = 800;
