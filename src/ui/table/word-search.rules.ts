import { fold } from '#kernel/fold.rules.ts';

/** A test for texts that have every word somewhere, whatever its case and accents. It takes them folded. */
export function wordSearch(typed: string): (folded: string) => boolean {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  return (folded) => words.every((word) => folded.includes(word));
}
