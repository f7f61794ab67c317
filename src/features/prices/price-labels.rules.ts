import type { Level } from './prices.rules.ts';

/** Where a text stands beside the point it belongs to. */
export interface Spot {
  over: 'above' | 'below' | 'middle';
  side: 'after' | 'before';
}

/** A text to be written at a point of a lane: across and from the bottom, 0 to 1. */
export interface Label {
  text: string;
  at: number;
  height: number;
  isEnd?: boolean;
}

/** The drawing of a lane, in pixels. */
interface Size {
  width: number;
  height: number;
}

// As drawn beside the menu of a small laptop, and on a phone. Wider drawings have more room between the steps.
const wide: Size = { width: 880, height: 96 };
const narrow: Size = { width: 300, height: 84 };

// About, in pixels: a letter of a label, its height, and its distance from the line.
const letter = 7.4;
const textHeight = 15;
const gap = 5;

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const meet = (one: Box, other: Box) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

const spotsOfStep: readonly Spot[] = [
  { over: 'above', side: 'after' },
  { over: 'below', side: 'after' },
  { over: 'above', side: 'before' },
  { over: 'below', side: 'before' },
];
const spotsOfEnd: readonly Spot[] = [
  { over: 'middle', side: 'after' },
  { over: 'middle', side: 'before' },
  { over: 'below', side: 'after' },
  { over: 'below', side: 'before' },
  { over: 'above', side: 'before' },
];

/**
 * Where the labels of a lane are written, in the order of their importance: none lies on another, on a line or on a
 * point, and none crosses today, 0 to 1 across, where there is another spot for it. One without room is not written;
 * one that `isTight` has none on a phone.
 */
export function spotsOf(labels: readonly Label[], levels: readonly Level[], today: number): (LabelSpot | undefined)[] {
  const spots = settle(labels, { levels, today }, wide, () => undefined);
  // On a phone a label stands at the same side, or is not written.
  const onPhone = settle(labels, { levels, today }, narrow, (nth) => spots[nth]);
  return spots.map((found, nth) => found && { ...found, isTight: onPhone[nth] === undefined });
}

export type LabelSpot = Spot & { isTight: boolean };

function settle(
  labels: readonly Label[],
  { levels, today }: { levels: readonly Level[]; today: number },
  size: Size,
  only: (nth: number) => Spot | undefined,
): (Spot | undefined)[] {
  const taken = drawn(levels, size);
  return labels.map((label, nth) => {
    const given = only(nth);
    const spots = given ? [given] : label.isEnd ? spotsOfEnd : spotsOfStep;
    const free = spots.filter((one) => {
      const box = boxOf(label, one, size);
      const isInside = box.left >= 0 && box.right <= size.width && box.top >= 0 && box.bottom <= size.height;
      return isInside && !taken.some((other) => meet(box, other));
    });
    const isBesideToday = (one: Spot) => {
      const { left, right } = boxOf(label, one, size);
      return right <= today * size.width || left >= today * size.width;
    };
    const found = free.find(isBesideToday) ?? free[0];
    if (found) taken.push(boxOf(label, found, size));
    return found;
  });
}

function boxOf({ text, at, height }: Label, { over, side }: Spot, size: Size): Box {
  const x = at * size.width;
  const y = (1 - height) * size.height;
  const width = text.length * letter;
  const left = side === 'after' ? x + gap : x - gap - width;
  const top = over === 'above' ? y - gap - textHeight : over === 'below' ? y + gap : y - textHeight / 2;
  return { left, right: left + width, top, bottom: top + textHeight };
}

/** What labels must not lie on: the lines, upright ones too, and the points. */
function drawn(levels: readonly Level[], { width, height }: Size): Box[] {
  return levels.flatMap((level, nth) => {
    const [x, to, y] = [level.from * width, level.to * width, (1 - level.height) * height];
    const before = levels[nth - 1];
    const from = before?.to === level.from ? (1 - before.height) * height : y;
    return [
      { left: x, right: to, top: y - 2, bottom: y + 2 },
      { left: x - 2, right: x + 2, top: Math.min(from, y), bottom: Math.max(from, y) },
      { left: x - 4, right: x + 4, top: y - 4, bottom: y + 4 },
    ];
  });
}
