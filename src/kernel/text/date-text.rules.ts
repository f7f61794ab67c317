import { foldLetters, plainForm } from './text-forms.rules.ts';
import { clockDateText, formatOf } from './zoned-time.rules.ts';

/** What a field of dates holds: a day, 'YYYY-MM-DD', or a local time, 'YYYY-MM-DDTHH:mm'. */
export type DateKind = 'day' | 'time';

// Browsers write the time after a narrow space, which nobody types.
const plain = (text: string): string => text.replaceAll('\u202f', ' ');

/** A day or a local time as people write it in the language of this tag; '' for none. */
export function dateText(language: string, kind: DateKind, iso: string): string {
  const at = Date.parse(kind === 'day' ? iso : `${iso}Z`);
  if (Number.isNaN(at)) return '';
  if (kind === 'time') return plain(clockDateText(language, at / 1000));
  return plain(formatOf(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(at));
}

/**
 * Reads a day or a local time that was typed: as in the language of this tag, with the month as a name or as a number, or
 * as in ISO 8601. A day without a time of day begins at midnight. Null if it is none.
 */
export function readDate(language: string, kind: DateKind, typed: string): string | null {
  const text = foldLetters(plainForm(typed));
  const clock = kind === 'time' ? clockPattern.exec(text) : null;
  const day = readDay(language, clock ? text.replace(clock[0], ' ') : text);
  if (kind === 'day' || day === null) return day;
  const time = clock ? readClock(clock.groups ?? {}) : '00:00';
  return time && `${day}T${time}`;
}

// '14:30', '2:30 pm', '오후 2:30', '午後2時30分', '14시'; between digits, the T of ISO 8601.
const clockPattern =
  /(?:(?<=\d)t)?(?<before>오전|오후|午前|午後)?\s*(?<![\d.:])(?<hour>\d{1,2})(?::(?<minute>\d{2})|[시時]\s*(?:(?<count>\d{1,2})[분分])?)(?!\d)\s*(?<after>[ap]\.?\s?m\b\.?|o[os]\b)?/u;

function readClock(found: Record<string, string | undefined>): string | null {
  const half = found['before'] ?? found['after']?.replaceAll(/[.\s]/g, '');
  const typed = Number(found['hour']);
  const minute = Number(found['minute'] ?? found['count'] ?? 0);
  if (minute > 59 || typed > (half ? 12 : 23) || (half && typed === 0)) return null;
  const isAfternoon = half !== undefined && ['오후', '午後', 'pm', 'os'].includes(half);
  const hour = half ? (typed % 12) + (isAfternoon ? 12 : 0) : typed;
  return `${two(hour)}:${two(minute)}`;
}

// Words between the parts of a date: '3 de diciembre de 2026', '2026년 12월 3일'.
const fillers = ['de', 'del', '년', '월', '일', '年', '月', '日'];

function readDay(language: string, text: string): string | null {
  const words = (text.match(/\p{L}+/gu) ?? []).filter((word) => !fillers.includes(word));
  const numbers = text.match(/\d+/g) ?? [];
  const [name] = words;
  if (words.length > 1 || numbers.length !== (name === undefined ? 3 : 2)) return null;
  const beginsWithYear = numbers[0]?.length === 4;
  const order = beginsWithYear ? ['year', 'month', 'day'] : orderOf(language);
  const left = name === undefined || beginsWithYear ? order : ['day', 'month', 'year'];
  const parts = left.filter((part) => name === undefined || part !== 'month');
  const part = (wanted: string) => numbers[parts.indexOf(wanted)] ?? '';
  const month = name === undefined ? Number(part('month')) : monthOf(language, name);
  const day = Number(part('day'));
  const year = part('year').length === 2 ? 2000 + Number(part('year')) : Number(part('year'));
  if (year < 1000 || year > 9999 || month < 1 || month > 12) return null;
  const iso = `${year}-${two(month)}-${two(day)}`;
  const found = new Date(Date.UTC(year, month - 1, day));
  return found.toISOString().slice(0, 10) === iso ? iso : null;
}

const orderOf = (language: string): string[] =>
  formatOf(language, { dateStyle: 'short', timeZone: 'UTC' })
    .formatToParts(0)
    .map(({ type }) => type)
    .filter((type) => type !== 'literal');

/** The month whose name begins like this, 1 to 12; 0 if there is none or more than one. */
function monthOf(language: string, name: string): number {
  const format = formatOf(language, { month: 'long', timeZone: 'UTC' });
  const found = Array.from({ length: 12 }, (_, month) => month + 1).filter((month) =>
    foldLetters(format.format(Date.UTC(2024, month - 1, 1))).startsWith(name),
  );
  return found.length === 1 ? (found[0] ?? 0) : 0;
}

const two = (value: number): string => String(value).padStart(2, '0');
