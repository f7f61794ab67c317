import { expect } from 'vitest';
import { excerpt, nearest } from '../scripts/nearest.mjs';

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /** A page, or any long text, has this in it; a failure prints what is nearest to it instead of the page. */
    toShow(wanted: string | RegExp): R;
  }
}

expect.extend({
  toShow(page: string, wanted: string | RegExp) {
    const found = typeof wanted === 'string' ? page.indexOf(wanted) : page.search(wanted);
    const shown = typeof wanted === 'string' ? `\n  ${wanted}` : ` a match of\n  ${wanted}`;
    const message = () =>
      found < 0
        ? `The page does not show${shown}\nNearest to it:\n${excerpt(page, nearest(page, literals(wanted)))}`
        : `The page shows${shown}\nHere:\n${excerpt(page, { at: found, length: matched(page, wanted).length })}`;
    return { pass: found >= 0, message };
  },
});

const matched = (page: string, wanted: string | RegExp): string =>
  typeof wanted === 'string' ? wanted : (wanted.exec(page)?.[0] ?? '');

/** What a pattern has to match letter by letter, longest first. */
function literals(wanted: string | RegExp): string[] {
  if (typeof wanted === 'string') return [wanted];
  const parts = wanted.source.replaceAll(/\\([^\w\s])/g, '\0$1').split(/\\.|\[[^\]]*\]|(?<!\0)[(){}.*+?|^$]/);
  return parts.map((part) => part.replaceAll('\0', '')).toSorted((a, b) => b.length - a.length);
}
