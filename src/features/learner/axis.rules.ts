interface Span {
  registered_at: number;
  expires_at: number;
  canceled_at: number;
}

/** What part of a bar stands for. */
export type Part = 'past' | 'coming' | 'over' | 'canceled';

/** A part of a bar, in hundredths of the axis. */
export interface BarPart {
  part: Part;
  from: number;
  width: number;
}

/** The time that all bars of a page share, in seconds. */
export interface Axis {
  from: number;
  until: number;
}

const daySeconds = 86_400;

// What never ends is drawn as far as what ends last, and at least this far.
const ahead = 30 * daySeconds;

/** The days from the first registration to the last end. */
export function axisOf(spans: readonly Span[], now: number): Axis {
  const ends = spans.map(({ registered_at, expires_at }) => Math.max(expires_at, registered_at + daySeconds));
  const until = Math.max(now + ahead, ...ends);
  return { from: Math.min(now - daySeconds, ...spans.map(({ registered_at }) => registered_at)), until };
}

/** How much of the axis is before a moment, in hundredths. */
export const shareOf = ({ from, until }: Axis, at: number): number =>
  Math.round((Math.min(Math.max((at - from) / (until - from), 0), 1) * 100 + Number.EPSILON) * 100) / 100;

/** A registration on the axis: what was of it, and what is to come or a cancellation took. */
export function barOf(
  axis: Axis,
  { registered_at: start, expires_at, canceled_at: stop }: Span,
  now: number,
): BarPart[] {
  const end = expires_at === 0 ? axis.until : expires_at;
  const part = (name: Part, from: number, to: number): BarPart[] =>
    to > from ? [{ part: name, from: shareOf(axis, from), width: shareOf(axis, to) - shareOf(axis, from) }] : [];
  if (stop > 0) return [...part('over', start, Math.min(stop, end)), ...part('canceled', Math.max(stop, start), end)];
  if (end <= now) return part('over', start, end);
  return [...part('past', start, now), ...part('coming', Math.max(now, start), end)];
}
