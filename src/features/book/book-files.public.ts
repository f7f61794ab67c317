/* Public interface for importing sentences and files of many books: used by the importer. */
export { maxPreviews } from './images/image-limits.rules.ts';
export {
  dropImages,
  type StagedImage,
  takeImages,
  type VerifiedImage,
  verifyImages,
} from './images/staged-images.service.ts';
export { longestAudio } from './sentences/audio/audio.rules.ts';
export { readRows, type SentenceProblem } from './sentences/sentence-bulk.rules.ts';
export { importSentences } from './sentences/sentence-bulk.service.ts';
export {
  dropAudio,
  type StagedAudio,
  takeAudio,
  type VerifiedAudio,
  verifyAudio,
} from './sentences/staged-audio.service.ts';
export { notUploaded, type Refused } from './staged-files.service.ts';
export { normalizeWord } from './words/word.rules.ts';
