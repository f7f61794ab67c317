import { describe, expect, test } from 'vitest';
import { languageTag, locales } from '../messages/locale.ts';
import { dateText, readDate } from './date-text.rules.ts';

const languages = locales.map(languageTag);

describe('A date that is typed', () => {
  test.each(languages)('is read as it is written in %s, on every day of a year', (language) => {
    for (let at = Date.UTC(2028, 0, 1, 0, 7); at < Date.UTC(2029, 0, 1); at += 86_400_000 + 59 * 60_000) {
      const time = new Date(at).toISOString().slice(0, 16);
      const day = time.slice(0, 10);
      expect(readDate(language, 'day', dateText(language, 'day', day))).toBe(day);
      expect(readDate(language, 'time', dateText(language, 'time', time))).toBe(time);
    }
  });

  test.each(languages)('is read as in ISO 8601 in %s', (language) => {
    expect(readDate(language, 'day', '2026-02-03')).toBe('2026-02-03');
    expect(readDate(language, 'time', '2026-02-03T04:05')).toBe('2026-02-03T04:05');
    expect(readDate(language, 'time', ' 2026-2-3 14:05 ')).toBe('2026-02-03T14:05');
  });

  test.each([
    ['en', '2/3/2026', '2026-02-03'],
    ['en', '2/3/26', '2026-02-03'],
    ['en', '3 february 2026', '2026-02-03'],
    ['es', '3/2/2026', '2026-02-03'],
    ['es', '3 de febrero de 2026', '2026-02-03'],
    ['es', '3-2-26', '2026-02-03'],
    ['tr', '3.2.2026', '2026-02-03'],
    ['tr', '3 SUB 2026', '2026-02-03'],
    ['tr', '5 ağustos 2026', '2026-08-05'],
    ['ja', '2026年2月3日', '2026-02-03'],
    ['ja', '２０２６/２/３', '2026-02-03'],
    ['ko', '2026년 2월 3일', '2026-02-03'],
    ['ko', '2026.2.3', '2026-02-03'],
    ['ko', '26. 2. 3', '2026-02-03'],
  ])('is read in %s as %s', (language, typed, day) => expect(readDate(language, 'day', typed)).toBe(day));

  test.each([
    ['en', '2/3/2026 2:05pm', '2026-02-03T14:05'],
    ['en', 'Feb 3, 2026, 12:05 a.m.', '2026-02-03T00:05'],
    ['en', 'Feb 3, 2026', '2026-02-03T00:00'],
    ['es', '3/2/2026 14:05', '2026-02-03T14:05'],
    ['tr', '3.2.2026 14:05', '2026-02-03T14:05'],
    ['tr', '3.2.2026 2:05 ÖS', '2026-02-03T14:05'],
    ['ja', '2026/2/3 午後2時5分', '2026-02-03T14:05'],
    ['ko', '2026. 2. 3. 오후 2:05', '2026-02-03T14:05'],
    ['ko', '2026. 2. 3. 14시', '2026-02-03T14:00'],
  ])('is read in %s with its time of day as %s', (language, typed, time) =>
    expect(readDate(language, 'time', typed)).toBe(time),
  );

  test.each(['', '2', 'tomorrow', '31/31/2026', '2026-02-30', 'Ma 3, 2026', 'Feb 3', '1/2/3', '1/2/3/2026'])(
    'is refused if it is none: %s',
    (typed) => expect([readDate('en', 'day', typed), readDate('en', 'time', typed)]).toEqual([null, null]),
  );

  test.each(['2026-02-03 24:00', '2026-02-03 13:05 pm', '2026-02-03 10:60'])(
    'is refused if its time of day is none: %s',
    (typed) => expect(readDate('en', 'time', typed)).toBeNull(),
  );
});
