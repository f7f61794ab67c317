import type { CollectionPrice } from '#features/collection/collection.public.ts';

/** The tab of a collection with its prices over time. */
export const pricesHref = (cid: string): `/${string}` => `/collection/${cid}/prices`;

/** All prices of a collection from a moment on; `at` in seconds. */
export interface Pricing {
  at: number;
  prices: readonly CollectionPrice[];
  by: string | null;
  why: Why;
}

/** What set prices: a version of the collection, or a change that is still to come. */
export type Why =
  | { kind: 'version'; ver_idx: number; number: number; text: string }
  | { kind: 'reservation'; res_idx: number }
  | { kind: 'release'; rel_idx: number; name: string; text: string };

/** What readers pay, and the list price if that is higher; decimal strings. */
export interface Amount {
  pays: string;
  list: string | null;
}

type StepState = 'past' | 'now' | 'coming';

/** One price from a moment on; null where its currency is not sold. */
export interface Step extends Pick<Pricing, 'at' | 'by' | 'why'> {
  before: Amount | null;
  after: Amount | null;
  state: StepState;
}

/** The steps of the prices in one currency for one period in days (0 = permanent), the oldest first. */
export interface Lane {
  currency: string;
  days: number;
  steps: Step[];
}

const keyOf = ({ currency, subscription_period: days }: CollectionPrice) => `${currency} ${days}`;

function amountOf({ price, discounted_price: discounted }: CollectionPrice): Amount {
  return discounted === null ? { pays: price, list: null } : { pays: discounted, list: price };
}

/** Amounts are compared as numbers: '8.9' and '8.90' are one price. */
const isSame = (one: Amount | null, other: Amount | null) =>
  Number(one?.pays ?? -1) === Number(other?.pays ?? -1) && Number(one?.list ?? -1) === Number(other?.list ?? -1);

/**
 * The prices of a collection as lanes of steps, from all its prices at each change, the oldest first. The lanes stand
 * in the order of the newest prices; those that ended come last.
 */
export function lanesOf(pricings: readonly Pricing[], now: number): Lane[] {
  const lanes = new Map<string, Lane>();
  for (const { prices, at, by, why } of pricings) {
    const given = new Map(prices.map((price) => [keyOf(price), price]));
    for (const price of prices)
      if (!lanes.has(keyOf(price)))
        lanes.set(keyOf(price), { currency: price.currency, days: price.subscription_period, steps: [] });
    for (const [key, { steps }] of lanes) {
      const price = given.get(key);
      const before = steps.at(-1)?.after ?? null;
      const after = price ? amountOf(price) : null;
      if (!isSame(before, after)) steps.push({ at, by, why, before, after, state: at > now ? 'coming' : 'past' });
    }
  }
  for (const { steps } of lanes.values()) {
    const current = steps.findLast(({ state }) => state === 'past');
    if (current) current.state = 'now';
  }
  const newest = (pricings.at(-1)?.prices ?? []).map(keyOf);
  const rank = (key: string) => (newest.includes(key) ? newest.indexOf(key) : newest.length);
  return [...lanes].toSorted(([one], [other]) => rank(one) - rank(other)).map(([, lane]) => lane);
}

/** How much of the past and the coming the drawing shows, in months; `all` shows every step. */
export const spans = ['6', '15', 'all'] as const;
export type Span = (typeof spans)[number];

const monthsOf = { 6: { back: 5, ahead: 1 }, 15: { back: 12, ahead: 3 } } as const;
const day = 86_400;

/** The time that is drawn, in seconds. */
export interface Window {
  from: number;
  until: number;
}

/** What is drawn: no more of the time before the first price than a month. */
export function windowOf(lanes: readonly Lane[], span: Span, now: number): Window {
  const times = lanes.flatMap(({ steps }) => steps.map(({ at }) => at));
  const first = Math.min(now - 30 * day, ...times);
  if (span !== 'all') {
    const { back, ahead } = monthsOf[span];
    return { from: Math.max(now - back * 30 * day, first), until: now + ahead * 30 * day };
  }
  const last = Math.max(now, ...times);
  return { from: first, until: last + Math.max(30 * day, (last - first) / 12) };
}

/** A place across the drawing, 0 to 1. */
export const across = ({ from, until }: Window, at: number): number => (at - from) / (until - from);

// More steps than a drawing can tell apart on any screen.
const mostDrawn = 500;

/**
 * The steps of a lane that are drawn in a window: those in it, the one that it begins with, and the next one after it.
 * Where there are too many, only the newest of those that would fall on one place.
 */
export function drawnIn(lane: Lane, window: Window): Lane {
  const first = lane.steps.findLastIndex(({ at }) => at <= window.from);
  const after = lane.steps.findIndex(({ at }) => at >= window.until);
  const steps = lane.steps.slice(Math.max(0, first), after < 0 ? undefined : after + 1);
  if (steps.length <= mostDrawn) return { ...lane, steps };
  const pixelOf = (step: Step | undefined) => step && Math.floor(across(window, step.at) * mostDrawn);
  return { ...lane, steps: steps.filter((step, nth) => pixelOf(step) !== pixelOf(steps[nth + 1])) };
}

/** A step in the list of all lanes. */
export type Row = Step & Pick<Lane, 'currency' | 'days'>;

/** The steps of all lanes, the newest first. */
export const rowsOf = (lanes: readonly Lane[]): Row[] =>
  lanes
    .flatMap(({ steps, currency, days }) => steps.toReversed().map((step): Row => ({ ...step, currency, days })))
    .toSorted((one, other) => other.at - one.at);

/** A level part of a line: from and to across the drawing, its height from the bottom 0 to 1. */
export interface Level {
  from: number;
  to: number;
  height: number;
  step: Step;
}

// Amounts are written above and below the lines. From the bottom, 0 to 1.
const lowestHeight = 0.28;
const highestHeight = 0.7;

/** The levels of a lane within a window; none where nothing is sold. */
export function levelsOf({ steps }: Lane, window: Window): Level[] {
  const inside = steps.flatMap((step, index) => {
    const end = steps[index + 1]?.at ?? window.until;
    const isShown = step.after !== null && end > window.from && step.at < window.until;
    return isShown ? [{ step, from: Math.max(step.at, window.from), to: Math.min(end, window.until) }] : [];
  });
  const amounts = inside.map(({ step }) => Number(step.after?.pays));
  const [lowest, highest] = [Math.min(...amounts), Math.max(...amounts)];
  return inside.map(({ step, from, to }) => {
    const share = highest === lowest ? 0.5 : (Number(step.after?.pays) - lowest) / (highest - lowest);
    const height = lowestHeight + share * (highestHeight - lowestHeight);
    return { step, from: across(window, from), to: across(window, to), height };
  });
}

/** Where a lane ends within a window, across; undefined if it does not. */
export function endOf({ steps }: Lane, window: Window): { at: number; seconds: number } | undefined {
  const last = steps.at(-1);
  if (!last || last.after !== null || last.at < window.from || last.at > window.until) return undefined;
  return { at: across(window, last.at), seconds: last.at };
}

/** The months that begin within a window, at most some fifteen: 'YYYY-MM' and where. */
export function monthsIn(window: Window): { month: string; at: number }[] {
  const start = new Date(window.from * 1000);
  const all: { month: string; at: number }[] = [];
  for (let n = 1; n < 2400; n++) {
    const begin = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + n, 1));
    const at = across(window, begin.getTime() / 1000);
    if (at >= 1) break;
    // The first one is left out where its name would not fit.
    if (at > 0.02) all.push({ month: begin.toISOString().slice(0, 7), at });
  }
  const every = [1, 2, 3, 6, 12, 24, 60, 120].find((step) => all.length / step <= 15) ?? 240;
  return all.filter(({ month }) => monthNumber(month) % every === 0);
}

const monthNumber = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;
