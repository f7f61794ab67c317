// A word with the spaces after it; Chinese, Japanese and Korean text may break after each character but not before closing
// marks.
const piece =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][、。，．」』）！？ー]*\s*|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+\s*|\s+/gu;

/**
 * Breaks a text into lines that fit, between words; a word that is too long for a line of its own is broken within. `fits`
 * tells whether a line does.
 */
export function wrap(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  let line = '';
  for (const [word] of text.trim().matchAll(piece)) {
    if (fits((line + word).trimEnd())) {
      line += word;
      continue;
    }
    if (line !== '') lines.push(line.trimEnd());
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
