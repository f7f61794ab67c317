import { useEffect, useRef, useState } from 'react';
import { playAlone } from '#client/play-alone.ts';
import { Icon } from '../icon.tsx';
import { useT } from '../interface.tsx';
import { BareInput } from '../kit/bare-field.tsx';
import { IconButton } from '../kit/icon-button.tsx';
import { Inline } from '../kit/layout.tsx';
import { Text } from '../kit/text.tsx';
import styles from './audio-player.module.css';
import { playingTime } from './playing-time.rules.ts';

interface AudioPlayerProps {
  src: string;
  /** What is spoken. */
  text: string;
  /** Its length, known before anything is loaded. */
  ms: number;
}

/** Plays a sound; nothing loads until someone wants to listen. Without script it is the browser's own player. */
export function AudioPlayer({ src, text, ms }: AudioPlayerProps) {
  const t = useT();
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    const sound = audio.current;
    return () => sound?.pause();
  }, []);
  const toggle = () => {
    if (!audio.current) return;
    setFailed(false);
    if (isPlaying) return audio.current.pause();
    playAlone(audio.current).catch((error: Error) => setFailed(error.name !== 'AbortError'));
  };
  const seek = (to: number) => {
    setAt(to);
    if (audio.current) audio.current.currentTime = to / 1000;
  };
  return (
    <Inline gap="0 8px" className={styles.player} role="group" aria-label={text}>
      <IconButton label={t(isPlaying ? 'audio.pause' : 'audio.play', { text })} tip="" onClick={toggle}>
        <Icon name={isPlaying ? 'pause' : 'play'} size={16} />
      </IconButton>
      <BareInput
        type="range"
        aria-label={t('audio.position')}
        aria-valuetext={playingTime(at)}
        min={0}
        max={ms}
        // Ten presses of an arrow key from one end to the other.
        step={Math.max(1, Math.round(ms / 10))}
        value={at}
        onChange={({ currentTarget }) => seek(Number(currentTarget.value))}
      />
      <Text as="span" tone="soft" size="fine" number>
        {playingTime(at)} / {playingTime(Math.max(1000, ms))}
      </Text>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the text beside it is what is spoken */}
      <audio
        ref={audio}
        controls
        preload="none"
        src={src}
        aria-label={text}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime * 1000)}
        onEnded={({ currentTarget }) => {
          currentTarget.currentTime = 0;
        }}
      />
      {hasFailed && (
        <Text as="small" tone="problem" role="alert" className={styles.problem}>
          {t('audio.unplayable')}
        </Text>
      )}
    </Inline>
  );
}
