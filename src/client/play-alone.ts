let current: HTMLAudioElement | undefined;

/** Plays a sound, and pauses the one that plays: whatever the screen, one is heard at a time. */
export function playAlone(audio: HTMLAudioElement): Promise<void> {
  if (current !== audio) current?.pause();
  current = audio;
  return audio.play();
}
