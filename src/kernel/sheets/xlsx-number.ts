import { digitMask, maskedNumber } from './digit-mask.rules.ts';

/**
 * How a cell displays its number, as far as it changes the text people read: as a date or time with a certain
 * precision, or through a mask of digits (an ISBN stored as a number with the format 0000000000).
 */
export type NumberFormat =
  | 'year'
  | 'month'
  | 'date'
  | 'datetime'
  | 'time'
  | 'elapsed'
  /** See digit-mask.rules.ts. */
  | { mask: readonly string[] };

const daySeconds = 86_400;
/** 9999-12-31, the last day a sheet can show. */
const lastDay = 2_958_465;

/** Built-in formats that a workbook may use by number; the others show plain numbers or depend on the locale. */
const builtIn: readonly (readonly [NumberFormat, readonly number[]])[] = [
  ['date', [14, 15, 16, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58]],
  ['month', [17]],
  ['time', [18, 19, 20, 21, 32, 33, 45, 47]],
  ['datetime', [22]],
  ['elapsed', [46]],
];
const builtInById = new Map(builtIn.flatMap(([format, ids]) => ids.map((id) => [id, format] as const)));

/** The meaning of a number format that files name only by its id; undefined if the number is shown as is. */
export function builtInFormat(id: number): NumberFormat | undefined {
  return builtInById.get(id);
}

/** Reads a format code such as `yyyy"년" m"월"` or `[h]:mm`; undefined if the number is shown as is. */
export function numberFormat(code: string): NumberFormat | undefined {
  const mask = digitMask(code);
  if (mask) return { mask };
  const [shown = ''] = code.replace(/"[^"]*"|[\\_*]./g, '').split(';');
  if (/\[(?:h+|m+|s+)\]/i.test(shown)) return 'elapsed';
  const tokens = shown.toLowerCase().replace(/\[[^[\]]*\]|general|e[+-]|am\/pm|a\/p/g, '');
  const year = /[ye]/.test(tokens);
  const time = /[hs]/.test(tokens);
  const month = /m/.test(tokens) && (year || !time);
  const day = /d/.test(tokens);
  if (!year && !month && !day) return time ? 'time' : undefined;
  if (time) return 'datetime';
  if (!year || day) return 'date';
  return month ? 'month' : 'year';
}

/**
 * A number cell as text: dates as YYYY-MM-DD (YYYY-MM or YYYY if the cell shows no more), times as HH:MM:SS, numbers in
 * full without exponent, to the fifteen digits a sheet shows. Anything that is not a number is returned unchanged.
 */
export function numberText(raw: string, format: NumberFormat | undefined, date1904: boolean): string {
  if (format === undefined) return decimal(raw);
  if (typeof format === 'object') return maskedNumber(decimal(raw), format.mask);
  const value = number(raw);
  const serial = date1904 ? value + 1462 : value;
  if (!(value >= 0 && serial < lastDay + 1)) return decimal(raw);
  return format === 'elapsed' ? elapsed(value) : moment(serial, format);
}

/** An ISO 8601 cell (`t="d"`): its date, and its time if it has one. */
export function isoText(raw: string): string {
  const match = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z?$/.exec(raw);
  if (match === null) return raw;
  return match[2] === '00:00:00' ? `${match[1]}` : `${match[1]} ${match[2]}`;
}

function moment(serial: number, format: 'year' | 'month' | 'date' | 'datetime' | 'time'): string {
  const seconds = Math.round(serial * daySeconds);
  // Sheets count 29 February 1900, which did not exist; days before it are off by one.
  const days = Math.floor(seconds / daySeconds) + (seconds < 60 * daySeconds ? 1 : 0);
  const time = clock(seconds % daySeconds);
  if (format === 'time') return time;
  const date = new Date(Date.UTC(1899, 11, 30 + days)).toISOString().slice(0, 10);
  if (format === 'year') return date.slice(0, 4);
  if (format === 'month') return date.slice(0, 7);
  return format === 'date' || time === '00:00:00' ? date : `${date} ${time}`;
}

function elapsed(value: number): string {
  return clock(Math.round(value * daySeconds));
}

function clock(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

function number(raw: string): number {
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(raw) ? Number(raw) : Number.NaN;
}

function decimal(raw: string): string {
  if (/^-?[1-9]\d*$/.test(raw)) return raw;
  const value = Number(number(raw).toPrecision(15));
  if (!Number.isFinite(value)) return raw;
  const text = String(value);
  if (!text.includes('e')) return text;
  if (Number.isInteger(value)) return BigInt(value).toString();
  const [mantissa = '', exponent] = text.split('e');
  const digits = (mantissa.split('.')[1] ?? '').length - Number(exponent);
  return digits > 100 ? text : value.toFixed(digits);
}
