/** How a typed code may differ from the one that was meant. */
export const slips = ['differs', 'alike', 'swapped'] as const;
type Slip = (typeof slips)[number];

// What codes are made of: those of events may have any digit and capital.
const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

// Characters that are taken for each other on paper and on the telephone: the one list for all who are asked what was meant.
const alike = ['0ODQ', '1ILJ7', '2Z', '5S', '6G', '8B', 'UV', 'VW', 'VY', 'MN', '38', '4A'];

const similarTo = (character: string): string[] => [
  ...new Set(
    alike
      .filter((group) => group.includes(character))
      .join('')
      .replaceAll(character, ''),
  ),
];

/** Every code in which two characters are others that look like them. */
function codesAlike(typed: string): string[] {
  const replace = (code: string, index: number) =>
    similarTo(typed.charAt(index)).map((letter) => code.slice(0, index) + letter + code.slice(index + 1));
  const indices = Array.from(typed, (_, index) => index);
  return indices.flatMap((first) =>
    replace(typed, first).flatMap((code) => indices.slice(first + 1).flatMap((second) => replace(code, second))),
  );
}

/** Every code that is one slip away: one character is another, two are look-alikes, or two neighbours are swapped. */
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
  return [...new Set([...others, ...swaps, ...codesAlike(typed)])];
}

/** What differs between a typed code and one near it: the positions, from 1, and how. */
export function slipOf(typed: string, code: string): { at: number[]; how: Slip } {
  const at = Array.from(code).flatMap((character, index) => (character === typed[index] ? [] : [index + 1]));
  const [first = 0, second] = at;
  if (second === undefined) return { at, how: 'differs' };
  const isSwapped = typed[first - 1] === code[second - 1] && typed[second - 1] === code[first - 1];
  return { at, how: isSwapped ? 'swapped' : 'alike' };
}
