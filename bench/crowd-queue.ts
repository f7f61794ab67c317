/** A kind of request: which share of all it is, and what it costs. Processor milliseconds on average. */
export interface RequestKind {
  share: number;
  ms: number;
}

/** A crowd in front of some processors. */
export interface Crowd {
  /** Requests that arrive in a second, at random. */
  perSecond: number;
  /** Processors that serve them, each one at a time. */
  processors: number;
  kinds: readonly RequestKind[];
  /** How many to follow. */
  requests?: number;
}

/** What readers of a crowd wait, in milliseconds, and how busy the processors are, of 1. */
export interface Waited {
  busy: number;
  mean: number;
  p99: number;
}

/** Numbers from 0 to 1 that look like chance, the same in every run. */
function chance(): () => number {
  let state = 2026;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
}

/**
 * Follows requests one by one through a queue (M/G/c): they arrive at random, each is taken by the processor that is free
 * first, and costs a random time whose mean is that of its kind. The first tenth, while the queue fills, is not counted.
 */
export function simulate({ perSecond, processors, kinds, requests = 200_000 }: Crowd): Waited {
  const next = chance();
  const exponential = (mean: number) => -mean * Math.log(next());
  const freeAt = Array.from({ length: processors }, () => 0);
  const waits: number[] = [];
  let now = 0;
  let served = 0;
  for (let n = 0; n < requests; n++) {
    now += exponential(1000 / perSecond);
    const first = freeAt.indexOf(Math.min(...freeAt));
    const ms = exponential(costOf(kinds, next()));
    const begins = Math.max(now, freeAt[first] ?? 0);
    freeAt[first] = begins + ms;
    served += ms;
    if (n >= requests / 10) waits.push(begins + ms - now);
  }
  waits.sort((a, b) => a - b);
  return {
    busy: served / (processors * Math.max(now, ...freeAt)),
    mean: waits.reduce((sum, ms) => sum + ms, 0) / waits.length,
    p99: waits[Math.floor(waits.length * 0.99)] ?? 0,
  };
}

/** The cost of the kind at this point of all shares. */
function costOf(kinds: readonly RequestKind[], at: number): number {
  let passed = 0;
  const total = kinds.reduce((sum, { share }) => sum + share, 0);
  for (const { share, ms } of kinds) {
    passed += share / total;
    if (at < passed) return ms;
  }
  return kinds.at(-1)?.ms ?? 0;
}

/** The fewest processors that answer 99 of 100 requests of a crowd within so many milliseconds. */
export function processorsFor(crowd: Omit<Crowd, 'processors'>, withinMs: number): number {
  const mean = crowd.kinds.reduce((sum, { share, ms }) => sum + share * ms, 0);
  const shares = crowd.kinds.reduce((sum, { share }) => sum + share, 0);
  let processors = Math.max(1, Math.ceil((crowd.perSecond * mean) / shares / 1000));
  while (simulate({ ...crowd, processors }).p99 > withinMs) processors += 1;
  return processors;
}

/**
 * How many requests a second reach the office from behind a cache that may answer for so many seconds: at most one for each
 * address in that time, and of the others all.
 */
export const behindCache = (readersPerSecond: number, addresses: number, seconds: number): number => {
  const each = readersPerSecond / addresses;
  // One miss, and on average as long as `seconds` of hits after it.
  return addresses * (each / (1 + each * seconds));
};
