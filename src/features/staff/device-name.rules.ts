// The first match wins: Edge and Opera also call themselves Chrome, and Chrome calls itself Safari.
const browsers: readonly [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Whale\//, 'Whale'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const systems: readonly [RegExp, string][] = [
  [/Windows/, 'Windows'],
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** A short name of a browser from its User-Agent: 'Chrome, Windows'. Null if nothing is recognized. */
export function deviceName(agent: string): string | null {
  const named = [browsers, systems].map((names) => names.find(([pattern]) => pattern.test(agent))?.[1]);
  const known = named.filter((name) => name !== undefined);
  return known.length > 0 ? known.join(', ') : agent.split(/[\s/]/)[0] || null;
}
