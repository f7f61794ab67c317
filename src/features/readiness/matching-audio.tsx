import { useState } from 'react';
import { AudioPanel, useAudioUploads, withSentence } from '#features/word/word-panels.public.tsx';
import type { WordRow } from '#features/word/word-rows.public.ts';

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
