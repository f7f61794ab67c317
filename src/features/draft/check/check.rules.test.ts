import { describe, expect, test } from 'vitest';
import { canBeIn } from './language.rules.ts';
import { fixedParts, protectedText, restoredText } from './protect.rules.ts';

describe('A text on its way to a provider and back', () => {
  test.each([
    ['Plain & simple <words>', false],
    ['Two\n\nlines, {count} and %1$s; see https://example.org/a?b=1&c=2.', false],
    ['“Quotes”, it’s 5 > 4', false],
    ['<p>Rich &amp; <strong>bold</strong> {title}<br />next</p>', true],
  ] as const)('is what it was: %s', (text, isRich) => {
    expect(restoredText(protectedText(text, isRich), isRich)).toBe(text);
  });

  test('has what must stay marked as such, but not within tags', () => {
    expect(protectedText('Hi {name}', false)).toBe('Hi <span translate="no">{name}</span>');
    expect(protectedText('<a href="https://a.org/{x}">a</a>', true)).toBe('<a href="https://a.org/{x}">a</a>');
  });

  test('has its characters by number written out', () => {
    expect(restoredText('Ama&#39;n &#x2764; &#0; &quot;x&quot;', false)).toBe('Ama\'n ❤ &#0; "x"');
    expect(restoredText('a <b>b</b>', false)).toBeNull();
  });

  test('keeps its fixed parts without what follows an address in the other language', () => {
    expect(fixedParts('https://example.org/a. {x}')).toEqual(fixedParts('{x}는 https://example.org/a에서'));
  });
});

describe('Words', () => {
  test.each([
    ['ko', '이 책의 모든 쪽을 소리 내어 읽을 수 있습니다.', true],
    ['ko', 'Harry Potter', true],
    ['ko', 'Each page of this book can be read aloud.', false],
    ['ko', 'この本のすべてのページを読み上げます。', false],
    ['jp', 'この本のすべてのページを読み上げます。', true],
    ['jp', '本书的每一页都可以朗读读者知道如何使用', false],
    ['jp', '모든 쪽을 소리 내어 읽을 수 있습니다.', false],
    ['es', 'Cada página de este libro se puede leer en voz alta.', true],
    ['es', 'Each page of this book can be read aloud by the reader.', false],
    ['es', 'Bu kitabın her sayfası sesli olarak ve çok kolay okunabilir.', false],
    ['tr', 'Bu kitabın her sayfası sesli olarak okunabilir.', true],
    ['tr', 'Cada página de este libro se puede leer en voz alta con la voz.', false],
    ['tr', '모든 쪽을 소리 내어 읽을 수 있습니다.', false],
    ['es', '{title} 123', true],
  ] as const)('can be %s: %s: %s', (locale, words, expected) => {
    expect(canBeIn(locale, words)).toBe(expected);
  });
});
