import { expect, test } from 'vitest';
import { withBlanksShown } from './blanks.rules.ts';

const shown = (text: string) =>
  withBlanksShown(text)
    .map((piece) => (piece.isHidden ? `[${piece.text}]` : piece.text))
    .join('');

test.each([
  ['The Quiet Lighthouse ', 'The Quiet Lighthouse[·]'],
  [' Sora  Lim', '[·]Sora[··]Lim'],
  ['Nine\u00a0Doors', 'Nine[·]Doors'],
  ['Ada\u200bPenrose', 'Ada[·]Penrose'],
  ['A plain title', 'A plain title'],
  ['', ''],
])('%j shows where it has blanks that matter: %s', (text, wanted) => {
  expect(shown(text)).toBe(wanted);
});
