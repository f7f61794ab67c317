import { useT } from '#ui/interface.tsx';
import type { BookWords } from '../book.messages.ts';
import styles from './sentence-audio.module.css';

/** Plays the audio of a sentence; nothing loads until someone wants to listen. */
export function SentenceAudio({ sentence: { sentence }, path }: { sentence: { sentence: string }; path: string }) {
  const t = useT<BookWords>();
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- the sentence beside it is what is spoken
    <audio
      className={styles.audio}
      controls
      preload="none"
      src={path}
      aria-label={t('book.sentence_audio_of', { sentence })}
    />
  );
}
