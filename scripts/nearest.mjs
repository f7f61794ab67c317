// Enough to recognize the place. Characters.
const around = 160;

/** The longest part of these texts that a page has; the first text that has any counts. */
export function nearest(page, texts) {
  for (const text of texts)
    for (let length = text.length; length > 0; length--)
      for (let start = 0; start + length <= text.length; start++) {
        const at = page.indexOf(text.slice(start, start + length));
        if (at >= 0) return { at, length };
      }
  return { at: 0, length: 0 };
}

/** A part of a page, marked, with what is around it. */
export function excerpt(page, { at, length }) {
  const [start, end] = [Math.max(0, at - around), Math.min(page.length, at + length + around)];
  const text = `${page.slice(start, at)}»${page.slice(at, at + length)}«${page.slice(at + length, end)}`;
  return `  ${start > 0 ? '…' : ''}${text.replaceAll('\n', '\n  ')}${end < page.length ? '…' : ''}`;
}
