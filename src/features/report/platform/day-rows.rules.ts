// How far above the next lower value of its row a value lies when its bar is broken.
const spike = 3;
// At most this share of the days of a row can be spikes: more of them are its usual height.
const rare = 0.2;

const steps = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** The next round number. */
function rounded(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(value));
  return Math.ceil(unit * (steps.find((step) => step * unit >= value) ?? 10));
}

/** The top of the axis of a row: a few values far above all others do not flatten these, but exceed the axis. */
export function axisTop(values: readonly number[]): number {
  const falling = values.filter((value) => value > 0).toSorted((a, b) => b - a);
  const spikes = falling.findLastIndex(
    (value, index) => index + 1 <= falling.length * rare && value >= spike * (falling[index + 1] ?? value),
  );
  return rounded(falling[spikes + 1] ?? 1);
}

/** The places of the days that are labelled: few enough for a phone, and always the last. */
export function labelledDays(count: number): number[] {
  const step = Math.ceil(count / 4);
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => count - 1 - index * step).toReversed();
}
