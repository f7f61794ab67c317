/** The maximum size of an audio file. Bytes. */
export const longestAudio = 20 * 1024 * 1024;
