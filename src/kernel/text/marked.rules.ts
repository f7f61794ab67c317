import { fold } from './text-forms.rules.ts';

/** A stretch of a text, and whether it is one of the words looked for. */
interface Piece {
  text: string;
  isMatch: boolean;
}

/** A text in pieces, those that words match set apart; case and accents may differ. */
export function markedIn(text: string, words: readonly string[]): Piece[] {
  const letters = Array.from(text);
  const folded = letters.map(fold);
  const whole = folded.join('');
  // Which letter each folded one comes from: some become several, or none.
  const from = folded.flatMap(({ length }, index) => Array.from({ length }, () => index));
  const isMatch = letters.map(() => false);
  for (const word of words.map(fold).filter((one) => one !== ''))
    for (let at = whole.indexOf(word); at !== -1; at = whole.indexOf(word, at + 1))
      isMatch.fill(true, from[at], (from[at + word.length - 1] ?? 0) + 1);
  return letters.reduce<Piece[]>((pieces, letter, index) => {
    const last = pieces.at(-1);
    const isMarked = isMatch[index] ?? false;
    if (last && last.isMatch === isMarked) last.text += letter;
    else pieces.push({ text: letter, isMatch: isMarked });
    return pieces;
  }, []);
}
