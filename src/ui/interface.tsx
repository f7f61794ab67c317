import { createContext, type ReactNode, useContext } from 'react';
import type { Interface } from '#client/page-interface.ts';
import type { CommonWords } from '#kernel/messages/common/en.ts';
import { type Locale, languageTag } from '#kernel/messages/locale.ts';
import type { Translate, Words } from '#kernel/messages/messages.ts';
import { moneyText } from '#kernel/text/money.rules.ts';
import { sizeFormat, sizeText } from '#kernel/text/size-text.rules.ts';

const InterfaceContext = createContext<Interface | null>(null);

export function InterfaceProvider({ value, children }: { value: Interface; children: ReactNode }) {
  return <InterfaceContext value={value}>{children}</InterfaceContext>;
}

export function useInterface(): Interface {
  const found = useContext(InterfaceContext);
  if (!found) throw new Error('useInterface: there is no InterfaceProvider around this component');
  return found;
}

/** The translator for a view: the messages of its feature and the common ones. `const t = useT<SeriesWords>()`. */
export function useT<W extends Words = CommonWords>(): Translate<W & CommonWords> {
  return useInterface().text;
}

/** Formats dates (from seconds), numbers and sizes as the reader writes them. */
export function useFormat(): Format {
  const { locale, timeZone } = useInterface();
  const key = `${locale} ${timeZone}`;
  const known = formats.get(key) ?? makeFormat(locale, timeZone);
  formats.set(key, known);
  return known;
}

type Format = ReturnType<typeof makeFormat>;

// Creating one takes longer than rendering a row of a list; there is one per language.
const formats = new Map<string, Format>();

// Creating a formatter takes some 40 ms on a phone: each is created when first used.
function makeFormat(locale: Locale, timeZone: string) {
  const tag = languageTag(locale);
  const inTime = (language: string, options: Intl.DateTimeFormatOptions) =>
    once(() => new Intl.DateTimeFormat(language, { timeZone, ...options }));
  const dateTime = inTime(tag, { dateStyle: 'medium', timeStyle: 'short' });
  const day = inTime(tag, { weekday: 'long', month: 'long', day: 'numeric' });
  const shortMoment = inTime(tag, { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });
  const shortDay = inTime(tag, { month: 'short', day: 'numeric' });
  const isoDay = inTime('sv-SE', { dateStyle: 'short' });
  const date = inTime(tag, { dateStyle: 'medium' });
  const calendarDay = inTime(tag, { dateStyle: 'medium', timeZone: 'UTC' });
  const calendarShortDay = inTime(tag, { month: 'short', day: 'numeric', timeZone: 'UTC' });
  const calendarWeekday = inTime(tag, { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' });
  const calendarMonth = inTime(tag, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const shortMonth = inTime(tag, { month: 'short', timeZone: 'UTC' });
  const number = once(() => new Intl.NumberFormat(tag));
  const percent = once(() => new Intl.NumberFormat(tag, { style: 'percent', signDisplay: 'exceptZero' }));
  const time = inTime(tag, { timeStyle: 'short' });
  const megabytes = once(() => new Intl.NumberFormat(tag, sizeFormat));
  return {
    dateTime: (seconds: number) => dateTime().format(seconds * 1000),
    /** When something happened: the time of today, otherwise the day with the time, and the year if it is another. */
    moment: (seconds: number, now: number) => {
      const [then, today] = [seconds, now].map((at) => isoDay().format(at * 1000));
      if (then === today) return time().format(seconds * 1000);
      return (then?.slice(0, 4) === today?.slice(0, 4) ? shortMoment : dateTime)().format(seconds * 1000);
    },
    time: (seconds: number) => time().format(seconds * 1000),
    date: ofDay((milliseconds) => date().format(milliseconds)),
    /** The end of something: the last day if it ends with the day, otherwise the time. */
    end: (seconds: number) =>
      isoDay().format(seconds * 1000) === isoDay().format((seconds - 1) * 1000)
        ? dateTime().format(seconds * 1000)
        : date().format((seconds - 1) * 1000),
    /** A day as in forms and URLs, 'YYYY-MM-DD', independent of time zones; anything else is returned unchanged. */
    calendarDay: (text: string) => (Number.isNaN(Date.parse(text)) ? text : calendarDay().format(Date.parse(text))),
    /** Such a day for the axis of a chart, and with its weekday. */
    calendarShortDay: (isoDate: string) => calendarShortDay().format(Date.parse(isoDate)),
    calendarWeekday: (isoDate: string) => calendarWeekday().format(Date.parse(isoDate)),
    /** A month of URLs, 'YYYY-MM', with its year; and without it. */
    calendarMonth: (month: string) => calendarMonth().format(Date.parse(month)),
    shortMonth: (month: string) => shortMonth().format(Date.parse(month)),
    /** The weekday and the date without its year. */
    day: (seconds: number) => day().format(seconds * 1000),
    /** The short month and the day. */
    shortDay: (seconds: number) => shortDay().format(seconds * 1000),
    /** As in URLs, 'YYYY-MM-DD'. */
    isoDay: (seconds: number) => isoDay().format(seconds * 1000),
    /** A decimal string in its currency, exactly. */
    money: (amount: string, currency: string) => moneyText(tag, amount, currency),
    // Written the same in each of our languages, so most pages need no formatter of the browser.
    number: (value: number) =>
      Number.isInteger(value) && value >= 0 && value < 1000 ? String(value) : number().format(value),
    /** A growth rate as a percentage with its sign; as a factor, '×170', from tenfold on. */
    growth: (share: number) => (share < 9 ? percent().format(share) : `×${number().format(Math.round(share + 1))}`),
    /** The size of a file. */
    size: (bytes: number) => sizeText(megabytes(), bytes),
  };
}

const quarterSeconds = 15 * 60;

/**
 * What depends on the day only. Days begin with a quarter of an hour in every zone, and rows beside each other are often
 * of the same one, as after an import: formatting each was a thirtieth of the time of a list.
 */
function ofDay(format: (milliseconds: number) => string): (seconds: number) => string {
  let last = { quarter: Number.NaN, text: '' };
  return (seconds) => {
    const quarter = Math.floor(seconds / quarterSeconds);
    if (quarter !== last.quarter) last = { quarter, text: format(quarter * quarterSeconds * 1000) };
    return last.text;
  };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
