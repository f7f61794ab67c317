import { useState } from 'react';
import { AudioPanel } from '../words/audio-panel.tsx';
import { useLineUploads } from '../words/use-line-uploads.ts';
import { type WordLine, withSentence } from '../words/word-lines.rules.ts';

interface MatchingAudioProps {
  bid: string;
  files: readonly File[];
  lines: readonly WordLine[];
  onClose: () => void;
}

/** MP3 files and the sentences they are for; those that match are saved at once. */
export function MatchingAudio({ bid, files, lines: loaded, onClose }: MatchingAudioProps) {
  const [lines, setLines] = useState(loaded);
  const uploads = useLineUploads((sentence) => setLines((now) => withSentence(now, sentence)));
  return <AudioPanel bid={bid} lines={lines} files={files} uploads={uploads} isAtOnce onClose={onClose} />;
}
