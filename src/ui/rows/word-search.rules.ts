import { fold } from '#kernel/text/fold.rules.ts';

/** A test for texts that contain every typed word, ignoring case and accents. It expects folded texts. */
export function wordSearch(typed: string): (folded: string) => boolean {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  return (folded) => words.every((word) => folded.includes(word));
}
