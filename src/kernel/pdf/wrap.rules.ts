// A word with the spaces after it; Chinese, Japanese and Korean text may break after each character but not before closing
// marks.
const piece =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][、。，．」』）！？ー]*\s*|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+\s*|\s+/gu;

/**
 * Breaks a text into lines that fit, between words; a word that is too long for a line of its own is broken within. `fits`
 * tells whether a line does, and a newline breaks it anyway. A line that ends between words keeps a space, so that they are
 * apart for whoever copies the text or has it read aloud.
 */
export function wrap(text: string, fits: (line: string) => boolean): string[] {
  const parts = text.split('\n').map((part) => wrapPart(part, fits));
  return parts.flatMap((lines, nth) => (nth < parts.length - 1 ? [...lines.slice(0, -1), `${lines.at(-1)} `] : lines));
}

function wrapPart(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  let line = '';
  for (const [word] of text.trim().matchAll(piece)) {
    if (fits((line + word).trimEnd())) {
      line += word;
      continue;
    }
    if (line !== '') lines.push(line.replace(/\s+$/, ' '));
    line = '';
    for (const character of word) {
      if (line !== '' && !fits((line + character).trimEnd())) {
        lines.push(line.trimEnd());
        line = '';
      }
      line += character;
    }
  }
  return line.trim() === '' && lines.length > 0 ? lines : [...lines, line.trimEnd()];
}
