/** Random numbers from a seed, the same on every machine (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Texts that break code not written with them in mind. */
export const hostileTexts: readonly string[] = [
  '',
  ' ',
  '\t\n',
  '\0',
  'a\0b',
  '\ud800',
  'a\udc00b',
  '\ufeffx',
  '\u202eabc',
  '\u200b',
  '\u0085',
  'e\u0301',
  'İ',
  'ﬀ',
  '𝕏🏳️‍🌈',
  '각',
  '0',
  '-1',
  '1e999',
  'NaN',
  '99999999999999999999',
  '2147483648',
  '0x10',
  'null',
  'true',
  '__proto__',
  'constructor',
  'toString',
  "'; drop table book; --",
  '%',
  '_%\\',
  '\\',
  '$1',
  '{}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '../../../etc/passwd',
  '..%2f..%2f',
  'C:\\nul',
  '=cmd()',
  '9999-99-99',
  '0000-00-00',
  '-271822-01-01',
  '275760-09-14',
  '2026-02-30T25:61:61Z',
  'x'.repeat(300),
  '9'.repeat(400),
  '가'.repeat(2000),
];

const hostileNumbers: readonly number[] = [0, -0, -1, 0.5, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e308, -1e308, 5e-324];

/** A value of any kind, except deep or wide ones. */
export function hostileValue(random: () => number): unknown {
  const any: readonly unknown[] = [null, true, [], {}, [[]], [null], { a: 1 }, ...hostileNumbers];
  return random() < 0.6 ? pick(random, hostileTexts) : pick(random, any);
}

/** JSON of absurd depth or width, as text: building it as values would cost the test's own time. */
export function hostileJson(random: () => number): string {
  const depth = Math.floor(random() * 3000);
  const width = Math.floor(random() * 5000);
  return pick(random, [
    '['.repeat(depth) + ']'.repeat(depth),
    '{"a":'.repeat(depth) + '1' + '}'.repeat(depth),
    `{${Array.from({ length: width }, (_, n) => `"k${n}":${n}`).join()}}`,
    `[${'1,'.repeat(width)}1]`,
    '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}',
    '{"title":"\\ud800"}',
    '{"title":"a\\u0000b"}',
    '{"title":1e9999}',
    '{"title":',
    '[1,2',
    'null',
    '"text"',
    '\ufeff{}',
    '',
  ]);
}

export const pick = <T>(random: () => number, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
