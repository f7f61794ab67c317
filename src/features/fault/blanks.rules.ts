import { otherSpaces, unseenMarks } from '#kernel/text/text-forms.rules.ts';

/** A piece of a text: its letters, or what nobody sees, as dots. */
export interface TextPiece {
  text: string;
  isHidden: boolean;
}

const anySpace = String.raw`[\s${otherSpaces}]`;
const hidden = new RegExp(`^${anySpace}+|${anySpace}+$|${anySpace}{2,}|[\\t-\\r${otherSpaces}${unseenMarks}]+`, 'g');

/** A text with blanks at its ends, several in a row, unusual ones and unseen marks made visible, a dot for each. */
export function withBlanksShown(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(hidden)) {
    if (index > from) pieces.push({ text: text.slice(from, index), isHidden: false });
    pieces.push({ text: '·'.repeat(found.length), isHidden: true });
    from = index + found.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), isHidden: false });
  return pieces;
}
