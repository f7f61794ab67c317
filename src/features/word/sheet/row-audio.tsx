import { useSyncExternalStore } from 'react';
import type { BookWords } from '#features/book/book-words.public.ts';
import { FileButton } from '#ui/kit/file-button.tsx';
import { playingTime } from '#ui/audio/playing-time.rules.ts';
import { Icon } from '#ui/icon.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Dot } from '#ui/kit/dot.tsx';
import { Text } from '#ui/kit/text.tsx';
import { longestAudio } from '../audio/audio.rules.ts';
import type { SentenceRecord } from '../words/sentence.contract.ts';
import styles from './row-audio.module.css';
import type { AudioUpload } from './use-audio-uploads.ts';
import type { SheetPlayer } from './use-sheet-player.ts';

interface RowAudioProps {
  sentence: SentenceRecord;
  player: SheetPlayer;
  upload: AudioUpload | undefined;
  onFile: (file: File) => void;
  onRetry: () => void;
}

/** The audio of a row: a dot and a player, the progress of its upload, or a file to choose. */
export function RowAudio({ sentence, player, upload, onFile, onRetry }: RowAudioProps) {
  const t = useT<BookWords>();
  if (upload?.step === 'sending') {
    return <progress value={upload.share} aria-label={`${t('book.sentence_uploading')}: ${sentence.sentence}`} />;
  }
  const chooser = <AudioChooser sentence={sentence} onFile={onFile} />;
  if (upload?.step === 'failed') {
    return (
      <Text as="span" tone="problem" size="small" breaks>
        <span role="alert">{upload.message}</span>{' '}
        <Button variant="link" onClick={onRetry}>
          {t('common.retry')}
        </Button>{' '}
        {chooser}
      </Text>
    );
  }
  if (sentence.audio_path !== false) return <Player sentence={sentence} path={sentence.audio_path} player={player} />;
  const isAwaited = sentence.mdr_targeted === 'Y';
  return (
    <>
      <Dot tone={isAwaited ? 'warn' : undefined} hollow={!isAwaited} />
      <Text as="span" size="small" tone={isAwaited ? 'warn' : 'soft'}>
        {isAwaited ? t('book.sentence_awaited') : t('book.audio_none')}
      </Text>
      {chooser}
    </>
  );
}

function AudioChooser({ sentence: { sentence }, onFile }: Pick<RowAudioProps, 'sentence' | 'onFile'>) {
  const t = useT<BookWords>();
  const format = useFormat();
  return (
    <FileButton
      variant="quiet"
      title={t('book.sentence_audio_hint', { size: format.size(longestAudio) })}
      accept=".mp3,audio/mpeg"
      data-cell="audio"
      tabIndex={-1}
      aria-label={`${t('book.sentence_audio_choose')}: ${sentence}`}
      onFiles={([file]) => file && onFile(file)}
    >
      MP3…
    </FileButton>
  );
}

function Player({ sentence, path, player }: { sentence: SentenceRecord; path: string; player: SheetPlayer }) {
  const t = useT<BookWords>();
  const at = useSyncExternalStore(
    player.listen,
    () => player.at(path),
    () => -1,
  );
  const label = { sentence: sentence.sentence };
  return (
    <>
      <Dot tone="live" />
      <Button
        variant="bare"
        className={styles.play}
        data-cell="audio"
        tabIndex={-1}
        aria-pressed={at >= 0}
        aria-label={at >= 0 ? t('book.audio_stop', label) : t('book.audio_play', label)}
        onClick={() => player.toggle(path)}
      >
        <Icon name={at >= 0 ? 'pause' : 'play'} size={14} />
      </Button>
      <span className={styles.bar} aria-hidden="true">
        <span style={{ width: `${Math.max(0, at)}%` }} />
      </span>
      {sentence.files.map(({ path: key, ms }) => (
        <Text as="small" key={key} number>
          {playingTime(Math.max(1000, ms))}
        </Text>
      ))}
    </>
  );
}
