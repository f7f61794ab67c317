import { expect } from 'vitest';

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /** A page, or any long text, has this in it; a failure prints what is nearest to it instead of the page. */
    toShow(wanted: string | RegExp): R;
  }
}

// Enough to recognize the place. Characters.
const around = 160;

expect.extend({
  toShow(page: string, wanted: string | RegExp) {
    const found = typeof wanted === 'string' ? page.indexOf(wanted) : page.search(wanted);
    const asked = typeof wanted === 'string' ? `\n  ${wanted}` : ` a match of\n  ${wanted}`;
    const message = () =>
      found < 0
        ? `The page does not show${asked}\nNearest to it:\n${excerpt(page, nearest(page, wanted))}`
        : `The page shows${asked}\nHere:\n${excerpt(page, { at: found, length: matched(page, wanted).length })}`;
    return { pass: found >= 0, message };
  },
});

interface Place {
  at: number;
  length: number;
}

const matched = (page: string, wanted: string | RegExp): string =>
  typeof wanted === 'string' ? wanted : (wanted.exec(page)?.[0] ?? '');

/** The longest part of what is wanted that the page has. */
function nearest(page: string, wanted: string | RegExp): Place {
  for (const text of literals(wanted))
    for (let length = text.length; length > 0; length--)
      for (let start = 0; start + length <= text.length; start++) {
        const at = page.indexOf(text.slice(start, start + length));
        if (at >= 0) return { at, length };
      }
  return { at: 0, length: 0 };
}

/** What a pattern has to match letter by letter, longest first. */
function literals(wanted: string | RegExp): string[] {
  if (typeof wanted === 'string') return [wanted];
  const parts = wanted.source.replaceAll(/\\([^\w\s])/g, '\0$1').split(/\\.|\[[^\]]*\]|(?<!\0)[(){}.*+?|^$]/);
  return parts.map((part) => part.replaceAll('\0', '')).toSorted((a, b) => b.length - a.length);
}

function excerpt(page: string, { at, length }: Place): string {
  const [start, end] = [Math.max(0, at - around), Math.min(page.length, at + length + around)];
  const text = `${page.slice(start, at)}»${page.slice(at, at + length)}«${page.slice(at + length, end)}`;
  return `  ${start > 0 ? '…' : ''}${text.replaceAll('\n', '\n  ')}${end < page.length ? '…' : ''}`;
}
