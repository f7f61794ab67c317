/** How a typed code may differ from the one that was meant. */
export const slips = ['differs', 'swapped'] as const;
type Slip = (typeof slips)[number];

// What codes are made of: those of events may have any digit and capital.
const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Every code that is one slip away: one character is another, or two neighbours are swapped. */
export function codesNear(typed: string): string[] {
  const others = Array.from(typed).flatMap((character, index) =>
    Array.from(letters)
      .filter((letter) => letter !== character)
      .map((letter) => typed.slice(0, index) + letter + typed.slice(index + 1)),
  );
  const swaps = Array.from(typed)
    .slice(1)
    .map((next, index) => typed.slice(0, index) + next + (typed[index] ?? '') + typed.slice(index + 2))
    .filter((code) => code !== typed);
  return [...others, ...swaps];
}

/** What differs between a typed code and one near it: the positions, from 1, and how. */
export function slipOf(typed: string, code: string): { at: number[]; how: Slip } {
  const at = Array.from(code).flatMap((character, index) => (character === typed[index] ? [] : [index + 1]));
  return { at, how: at.length > 1 ? 'swapped' : 'differs' };
}
