export { withSentence } from './list/word-rows.rules.ts';
export { AudioPanel } from './sheet/audio-panel.tsx';
export { useAudioUploads } from './sheet/use-audio-uploads.ts';
