import { compileMessage } from '@lingui/message-utils/compileMessage';
import { expect, test } from 'vitest';
import { sheetMessages } from '../messages/common/sheet.messages.ts';

/** The names of the values in a compiled message, sorted. */
function valuesOf(text: string): string[] {
  const names = compileMessage(text).flatMap((token) => (Array.isArray(token) ? [token[0]] : []));
  return [...new Set(names)].toSorted();
}

test('every refusal has a message in five languages, with the same values in each', () => {
  const { en, causes: _causes, ...others } = sheetMessages;
  for (const texts of Object.values(others)) {
    expect(Object.keys(texts)).toEqual(Object.keys(en));
    for (const [code, text] of Object.entries(en)) {
      const translated = Object.entries(texts).find(([key]) => key === code)?.[1] ?? '';
      expect([code, valuesOf(translated)]).toEqual([code, valuesOf(text)]);
    }
  }
});
