import { describe, expect, test } from 'vitest';
import { localTime } from '#kernel/text/zoned-time.rules.ts';
import {
  daysOf,
  movedEntry,
  movedTime,
  movedTimes,
  nextOf,
  overlapsOf,
  rivalValues,
  slotOf,
  stepFrom,
} from './calendar.rules.ts';

describe('The calendar', () => {
  test('shows the complete weeks of a month, starting on the first day of the week', () => {
    const november = daysOf('month', '2026-11-22', 1);
    expect([november[0], november.at(-1), november.length]).toEqual(['2026-10-26', '2026-12-06', 42]);
    const sundays = daysOf('month', '2026-11-22', 7);
    expect([sundays[0], sundays.at(-1), sundays.length]).toEqual(['2026-11-01', '2026-12-05', 35]);
    expect(daysOf('month', '2027-02-10', 1)).toHaveLength(28);
    expect(daysOf('week', '2026-11-22', 1)[0]).toBe('2026-11-16');
  });

  test('goes to the previous and the next period, from the end of a long month too', () => {
    expect(nextOf('month', '2026-01-31', 1)).toBe('2026-02-01');
    expect(nextOf('month', '2026-01-31', -1)).toBe('2025-12-01');
    expect(nextOf('week', '2026-12-30', 1)).toBe('2027-01-06');
  });

  test('is navigated by arrow keys: day by day, week by week, hour by hour within a week', () => {
    expect(stepFrom(slotOf('2026-11-30'), 'ArrowRight')).toEqual({ day: '2026-12-01', hour: null });
    expect(stepFrom(slotOf('2026-11-30'), 'ArrowUp')).toEqual({ day: '2026-11-23', hour: null });
    expect(stepFrom(slotOf('2026-11-30T9'), 'ArrowDown')).toEqual({ day: '2026-11-30', hour: 10 });
    expect(stepFrom(slotOf('2026-11-30T23'), 'ArrowDown')).toBeNull();
    expect(stepFrom(slotOf('2026-11-30'), 'Enter')).toBeNull();
  });

  test('draws what was moved at its new times, with its end if that is a time of its own', () => {
    const move = { path: '/api/v1/event/1', version: 3, times: { from: 10, until: 20 } };
    const to = { start: 40, times: { from: 40, until: 55 } };
    expect(movedEntry({ id: '1', start: 10, end: 20, move }, to)).toEqual({
      id: '1',
      start: 40,
      end: 55,
      move: { ...move, times: to.times },
    });
    const moment = { start: 10, end: 10, move: { ...move, times: { apply_at: 10 } } };
    expect(movedEntry(moment, { start: 30, times: { apply_at: 30 } })).toMatchObject({ start: 30, end: 30 });
    expect(movedEntry({ start: 10, end: 20, move: { times: { at: 10 } } }, { start: 15, times: { at: 15 } }).end).toBe(
      25,
    );
  });

  test('keeps the time of day of a moved change, in office time', () => {
    const zone = 'America/New_York';
    const at = Date.parse('2026-03-07T02:30:00-05:00') / 1000;
    const moved = (day: string, hour: number | null = null) => movedTime(zone, at, { day, hour });
    expect(localTime(zone, moved('2026-03-09').at)).toBe('2026-03-09T02:30');
    expect(moved('2026-03-08')).toMatchObject({ isGap: true });
    expect(localTime(zone, moved('2026-03-08').at)).toBe('2026-03-08T03:30');
    expect(localTime(zone, moved('2026-03-07', 17).at)).toBe('2026-03-07T17:30');
    const second = Date.parse('2026-11-01T01:30:00-05:00') / 1000;
    expect(movedTime(zone, second, { day: '2026-11-01', hour: null }).at).toBe(second);
  });

  test('says which times of a moved entry clocks show twice, and takes the one that is meant', () => {
    const zone = 'America/New_York';
    const [first, second] = ['-04:00', '-05:00'].map((offset) => Date.parse(`2026-11-01T01:30:00${offset}`) / 1000);
    const from = Date.parse('2026-10-29T01:30:00-04:00') / 1000;
    const until = Date.parse('2026-10-30T01:30:00-04:00') / 1000;
    const moved = (day: string, hour: number | null, ...meant: string[]) =>
      movedTimes(zone, { times: { from, until }, start: from, to: { day, hour } }, new Set(meant)).times.map(
        ({ name, at, twice }) => [name, at, twice],
      );
    const later = Date.parse('2026-11-02T01:30:00-05:00') / 1000;
    expect(moved('2026-11-01', null)).toEqual([
      ['from', first, [first, second]],
      ['until', later, null],
    ]);
    expect(moved('2026-11-01', null, 'from')[0]).toEqual(['from', second, [first, second]]);
    expect(moved('2026-10-31', null, 'until')[1]).toEqual(['until', second, [first, second]]);
    expect(moved('2026-11-01', 1, 'from').map(([, at]) => at)).toEqual([second, Number(second) + until - from]);
  });

  test('names the values of what overlaps, in the order in which they would apply', () => {
    const day = 86_400;
    const entry = (id: string, start: number, touch: string, value: string) => ({
      kind: 'release',
      id,
      start,
      sets: [{ touch, field: 'Price', value }],
    });
    const [spring, summer] = [entry('1', day, 'price', '9 USD'), entry('2', 3 * day, 'price', '8 USD')];
    const other = entry('3', 3 * day, 'title', 'Fox');
    const overlaps = overlapsOf('UTC', [spring, summer, other], spring, 4 * day);
    expect(overlaps).toEqual([summer]);
    const [{ field, values } = { field: '', values: [] }] = rivalValues(spring, 4 * day, overlaps);
    expect([field, ...values.map(({ value, entry: { id } }) => [value, id])]).toEqual([
      'Price',
      ['8 USD', '2'],
      ['9 USD', '1'],
    ]);
  });
});
