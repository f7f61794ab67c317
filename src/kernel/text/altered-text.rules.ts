const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const number = /^[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:[.,]\d+)?(?:E[+-]?\d{1,3})?%?$/i;
const time = /^(\d{1,3}):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?(?: ?([AP])\.?M\.?)?$/i;
const date = /^(?:\d{1,4}|[A-Z]{3})([-/.])(?:\d{1,4}|[A-Z]{3})\.?(?:\1(?:\d{1,4}|[A-Z]{3}))?\.?(?: 0?0:00(?::00)?)?$/i;

/** What a spreadsheet writes for a number, a time, a date or a truth begins so; for SQL, too. */
export const alteredForm = '^([+-]?[0-9]|(TRUE|FALSE)$|[A-Za-z]{3}-[0-9])';

/**
 * Whether `after` is what a spreadsheet that opened a CSV makes of `before`: `7` of 007, `12:30:00 PM` of 12:30, `10.00%`
 * of 10%, `01/02/26` and `2-Jan` of 1/2, `1.00E+05` of 1E5, `TRUE` of true.
 */
export function isAlteredText(before: string, after: string): boolean {
  if (before === after) return false;
  if (/^(?:true|false)$/i.test(before)) return after === before.toUpperCase();
  if (date.test(before) && isDateOf(before, after)) return true;
  const [was, is] = [valueOf(before), valueOf(after)];
  if (was === undefined || is === undefined) return false;
  // Three digits or more are left of a number that is written in powers of ten.
  const shown = /E/i.test(after) ? 0.005 : 1e-9;
  return Math.abs(was - is) <= shown * Math.max(Math.abs(was), Math.abs(is));
}

/** The number that a spreadsheet reads in a text; a time is a part of a day. */
function valueOf(text: string): number | undefined {
  if (number.test(text)) {
    const plain = text.replace(/,(?=\d{3}(?!\d))/g, '').replace(',', '.');
    return plain.endsWith('%') ? Number(plain.slice(0, -1)) / 100 : Number(plain);
  }
  const [, hour, minute, second = '0', half] = time.exec(text) ?? [];
  if (hour === undefined || Number(minute) > 59) return undefined;
  const hours = half ? (Number(hour) % 12) + (half.toUpperCase() === 'P' ? 12 : 0) : Number(hour);
  return (hours * 3600 + Number(minute) * 60 + Number(second)) / 86_400;
}

/** The numbers of a date, of a year its last two digits. */
const partsOf = (text: string): number[] | undefined => {
  const parts = (text.replace(/ .*$/, '').match(/\d+|[A-Z]{3}/gi) ?? []).map((part) => {
    const month = months.indexOf(part.toLowerCase());
    return month === -1 ? Number(part.slice(-2)) : month + 1;
  });
  return parts.some((part) => Number.isNaN(part)) ? undefined : parts;
};

/** Whether all numbers of a text such as 1/2, MAR-1 and 2026-03-29 are in a date; a year may be added. */
function isDateOf(before: string, after: string): boolean {
  const [was, is] = [partsOf(before), date.test(after) ? partsOf(after) : undefined];
  if (!was || !is || is.length < was.length) return false;
  return was.every((part) => is.filter((one) => one === part).length >= was.filter((one) => one === part).length);
}
