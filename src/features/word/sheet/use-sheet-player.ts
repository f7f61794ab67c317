import { useEffect, useState } from 'react';
import { notify } from '#client/dialogs.ts';
import { playAlone } from '#client/play-alone.ts';
import { createSignal } from '#client/signal.ts';
import { useT } from '#ui/interface.tsx';

/** The player of a sheet, which says so where it cannot play a file. */
export function useSheetPlayer(): SheetPlayer {
  const t = useT();
  const [player] = useState(
    () => new SheetPlayer(() => void notify({ message: t('audio.unplayable'), tone: 'problem' })),
  );
  useEffect(() => () => player.stop(), [player]);
  return player;
}

/** Plays one audio file at a time. Cells listen to it, so that only the one that plays is redrawn. */
export class SheetPlayer {
  private readonly signal = createSignal();
  private readonly onFail: () => void;
  private audio: HTMLAudioElement | undefined;
  private path: string | null = null;

  /** Calls `onFail` where a file cannot be played. */
  constructor(onFail: () => void) {
    this.onFail = onFail;
  }

  readonly listen = this.signal.listen;

  /** How far the file is, as a percentage; -1 if it is not playing. */
  readonly at = (path: string): number => {
    if (path !== this.path || !this.audio) return -1;
    const { currentTime, duration } = this.audio;
    return duration > 0 ? Math.round((currentTime / duration) * 100) : 0;
  };

  isPlaying(): boolean {
    return this.path !== null;
  }

  toggle(path: string): void {
    if (path === this.path) this.stop();
    else this.play(path);
  }

  play(path: string): void {
    this.audio ??= this.load();
    this.path = path;
    this.audio.src = path;
    playAlone(this.audio).catch((error: Error) => {
      // Another file or a stop came first.
      if (error.name === 'AbortError' || this.path !== path) return;
      this.stop();
      this.onFail();
    });
    this.signal.notify();
  }

  stop(): void {
    this.path = null;
    this.audio?.pause();
    this.signal.notify();
  }

  private load(): HTMLAudioElement {
    const audio = new Audio();
    audio.addEventListener('timeupdate', this.signal.notify);
    audio.addEventListener('ended', () => this.stop());
    // Paused by another player; a file that came in between plays.
    audio.addEventListener('pause', () => audio.paused && this.stop());
    return audio;
  }
}
