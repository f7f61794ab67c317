const hour = 3600;

/** Formats times in seconds as cells: 'YYYY-MM-DD HH:MM:SS' in a time zone, empty for 0. Fast enough for millions. */
export function timeWriter(timeZone: string): (seconds: string) => string {
  const inZone = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  // Offsets change at quarter hours at the finest; looking one up for each time would dominate the cost.
  const step = hour / 4;
  const offsets = new Map<number, number>();
  const written = new Map<string, string>();
  const offsetAt = (seconds: number) => {
    const from = Math.floor(seconds / step) * step;
    const known = offsets.get(from);
    if (known !== undefined) return known;
    // The end of 9999-12-31 falls in the year 10000, which ISO 8601 writes as +010000.
    const local = inZone.format(from * 1000).replace(/^(?=\d{5})/, '+0');
    const offset = Date.parse(`${local.replace(' ', 'T')}Z`) / 1000 - from;
    offsets.set(from, offset);
    return offset;
  };
  return (seconds) => {
    if (seconds === '0') return '';
    const known = written.get(seconds);
    if (known !== undefined) return known;
    const at = Number(seconds);
    const text = new Date((at + offsetAt(at)) * 1000).toISOString().replace(/^\+0/, '').replace('T', ' ').slice(0, -5);
    if (written.size < 10_000) written.set(seconds, text);
    return text;
  };
}

/** Formats ends of something as cells: 'YYYY-MM-DD HH:MM:SS', of what ends with a day the last second of that day. */
export function endWriter(timeZone: string): (seconds: string) => string {
  const time = timeWriter(timeZone);
  return (seconds) => {
    const text = time(seconds);
    return text.endsWith('00:00:00') ? time(String(Number(seconds) - 1)) : text;
  };
}
