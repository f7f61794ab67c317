import { isDay } from '../text/calendar-days.rules.ts';
import { endWriter, timeWriter } from '../text/sheet-times.ts';

/**
 * A day, a time or an amount. In CSV it is its text; a workbook has its number, which sorts and adds up, and a format in
 * which spreadsheets show that text.
 */
export interface FormattedValue {
  readonly text: string;
  /** As Excel writes formats. */
  readonly format: string;
}

/** What a cell holds; null is an empty one. */
export type SheetValue = string | number | null | FormattedValue;

/** A value as CSV has it. */
export const plainValue = (value: SheetValue | undefined): string | number | null =>
  typeof value === 'object' ? (value?.text ?? null) : (value ?? null);

const momentFormats: Readonly<Partial<Record<number, string>>> = {
  10: 'yyyy-mm-dd',
  16: 'yyyy-mm-dd hh:mm',
  19: 'yyyy-mm-dd hh:mm:ss',
};
// Spreadsheets count a day before it that did not exist, and none before 1900.
const firstDay = '1900-03-01';

/**
 * A day 'YYYY-MM-DD', or a time 'YYYY-MM-DD HH:MM' or with seconds, as a clock shows it. Those that spreadsheets do not
 * count stay texts, and so does the empty one.
 */
export function momentValue(text: string): string | FormattedValue {
  const format = momentFormats[text.length];
  return format === undefined || text < firstDay ? text : { text, format };
}

/** A moment if what staff typed is a day. */
export const typedDayValue = (typed: SheetValue): SheetValue =>
  typeof typed === 'string' && isDay(typed) ? momentValue(typed) : typed;

type Times = (seconds: string) => SheetValue;

/** Times in seconds as values, in a time zone. */
export function timeValues(timeZone: string): Times {
  const write = timeWriter(timeZone);
  return (seconds) => momentValue(write(seconds));
}

/** Ends of something as values; see `endWriter`. */
export function endValues(timeZone: string): Times {
  const write = endWriter(timeZone);
  return (seconds) => momentValue(write(seconds));
}

// As many digits as spreadsheets keep.
const mostDigits = 15;

/** An amount in its currency, with the decimals of its text; one with more digits than spreadsheets keep stays a text. */
export function amountValue(amount: string, currency: string): string | FormattedValue {
  const [, whole, decimals = ''] = /^-?(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  if (whole === undefined || whole.length + decimals.length > mostDigits) return amount;
  return { text: amount, format: `[$${currency}] #,##0${decimals && `.${'0'.repeat(decimals.length)}`}` };
}

const daySeconds = 86_400;
// The number of the first day that Unix counts.
const unixEpoch = 25_569;

export const isMoment = ({ text }: FormattedValue): boolean => text[4] === '-';

/** The number of a value in a workbook: of a moment, the days that spreadsheets count until it. */
export function numberOf(value: FormattedValue): number {
  const { text } = value;
  if (!isMoment(value)) return Number(text);
  const at = Date.parse(text.length === 10 ? text : `${text.slice(0, 10)}T${text.slice(11)}Z`);
  return (at / 1000 + unixEpoch * daySeconds) / daySeconds;
}
