export { longestAudio } from './audio/audio.rules.ts';
export { countDifferences, listIn } from './list/word-list.rules.ts';
export { normalizeWord } from './words/word.rules.ts';
