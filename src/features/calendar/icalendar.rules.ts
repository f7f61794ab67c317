import type { CalendarEntry } from '#kernel/desk/calendar.ts';
import { localTime } from '#kernel/text/zoned-time.rules.ts';

/** An entry as a subscriber gets it: with an id of its own among those of all sources. */
interface CalendarItem extends Omit<CalendarEntry, 'id' | 'called' | 'state' | 'touches' | 'move'> {
  uid: string;
}

// RFC 5545: a line has at most 75 octets, without its break.
const mostOctets = 75;

/** Entries as an iCalendar file (RFC 5545); days are days of the time zone. */
export function icalendar(name: string, timeZone: string, items: readonly CalendarItem[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Library Office//Calendar//EN',
    'CALSCALE:GREGORIAN',
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    ...items.flatMap((item) => linesOf(item, timeZone)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function linesOf(item: CalendarItem, timeZone: string): string[] {
  const { uid, title, line, description = line, href, start, end, isDay, changed, version } = item;
  // Without an end a day lasts for the day, and a moment takes no time.
  const times = isDay
    ? [`DTSTART;VALUE=DATE:${localTime(timeZone, start).slice(0, 10).replaceAll('-', '')}`]
    : [`DTSTART:${utc(start)}`, ...(end > start ? [`DTEND:${utc(end)}`] : [])];
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${utc(changed)}`,
    `LAST-MODIFIED:${utc(changed)}`,
    `SEQUENCE:${version}`,
    ...times,
    `SUMMARY:${escaped(title)}`,
    ...(description === '' ? [] : [`DESCRIPTION:${escaped(description)}`]),
    `URL:${href}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

const utc = (seconds: number) => new Date(seconds * 1000).toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '');

const escaped = (text: string) =>
  text
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll(/\r\n?|\n/g, '\\n')
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '');

/** Breaks a line between characters, never inside one; each further line begins with a space. */
function folded(line: string): string {
  let text = '';
  let octets = 0;
  for (const character of line) {
    const size = new TextEncoder().encode(character).length;
    if (octets + size > mostOctets) {
      text += '\r\n ';
      octets = 1;
    }
    text += character;
    octets += size;
  }
  return text;
}
