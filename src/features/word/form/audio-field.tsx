import { useId, useState } from 'react';
import type { BookWords } from '#features/book/book-words.public.ts';
import { AudioPlayer } from '#ui/audio/audio-player.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import { FileDrop } from '#ui/upload/file-drop.tsx';
import { isBusy, type UploadState } from '#ui/upload/use-upload.ts';
import { longestAudio } from '../audio/audio.rules.ts';
import type { SentenceRecord } from '../words/sentence.contract.ts';

interface AudioFieldProps {
  /** The sentence whose audio is replaced; null for a new one. */
  current: SentenceRecord | null;
  file: File | null;
  onFile: (file: File | null) => void;
  /** The upload progress of the form that sends the audio. */
  upload: UploadState;
  error: string | undefined;
}

/** Chooses the audio of a sentence; existing audio can be played. */
export function AudioField({ current, file, onFile, upload, error }: AudioFieldProps) {
  const t = useT<BookWords>();
  const format = useFormat();
  const id = useId();
  const [refused, setRefused] = useState<string | null>(null);
  const limit = format.size(longestAudio);
  const choose = (chosen: File) => {
    const tooLarge = chosen.size > longestAudio;
    setRefused(tooLarge ? t('book.sentence_large_audio', { size: format.size(chosen.size), limit }) : null);
    onFile(tooLarge ? null : chosen);
  };
  const problem = refused ?? error;
  const uploading = file !== null && isBusy(upload);
  const flag = uploading ? 'is-uploading' : problem || (file && upload.step === 'failed') ? 'is-error' : '';
  return (
    <Stack gap={6} role="group" aria-labelledby={id} className={flag}>
      <strong id={id}>{t('book.sentence_audio')}</strong>
      {current?.audio_path && (
        <AudioPlayer src={current.audio_path} text={current.sentence} ms={current.files[0]?.ms ?? 0} />
      )}
      <FileDrop
        label={current?.audio_path ? t('book.sentence_audio_replace') : t('book.sentence_audio_choose')}
        hint={t('book.sentence_audio_hint', { size: limit })}
        accept=".mp3,audio/mpeg"
        disabled={uploading}
        onFile={choose}
      />
      {file && (
        <Text breaks>
          {file.name} <small>{format.size(file.size)}</small>{' '}
          <Button variant="quiet" disabled={uploading} onClick={() => onFile(null)}>
            {t('book.sentence_audio_drop')}
          </Button>
        </Text>
      )}
      {problem && (
        <Text role="alert" tone="problem">
          {problem}
        </Text>
      )}
    </Stack>
  );
}
