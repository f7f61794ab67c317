import { useState } from 'react';
import { AudioPanel } from '../words/audio-panel.tsx';
import { useAudioUploads } from '../words/use-audio-uploads.ts';
import { type WordRow, withSentence } from '../words/word-rows.rules.ts';

interface MatchingAudioProps {
  bid: string;
  files: readonly File[];
  rows: readonly WordRow[];
  onClose: () => void;
}

/** MP3 files and the sentences they are for; those that match are saved at once. */
export function MatchingAudio({ bid, files, rows: loaded, onClose }: MatchingAudioProps) {
  const [rows, setRows] = useState(loaded);
  const uploads = useAudioUploads((sentence) => setRows((now) => withSentence(now, sentence)));
  return <AudioPanel bid={bid} rows={rows} files={files} uploads={uploads} isAtOnce onClose={onClose} />;
}
