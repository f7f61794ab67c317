import { fold } from '#kernel/text/text-forms.rules.ts';

/** A test for folded texts that contain every typed word. What has no letter is in none. */
export function wordSearch(typed: string): (folded: string) => boolean {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return () => typed.trim() === '';
  return (folded) => words.every((word) => folded.includes(word));
}
