/** Something seen or measured, beside its limit. */
export interface Figure {
  name: string;
  value: number;
  most: number;
  /** What was found, where it is more than it may be. */
  found?: readonly string[];
}

const figures: Figure[] = [];

export function record(figure: Figure): void {
  figures.push(figure);
  console.log(line(figure));
  for (const one of figure.found ?? []) console.log(`         ${one}`);
}

/** One table of all, the last thing printed; answers whether all are within their limits. */
export function summary(): boolean {
  const kept = figures.filter(isKept);
  console.log(`\n          figure    limit  what\n${figures.map(line).join('\n')}`);
  console.log(`\n${kept.length} of ${figures.length} within their limits`);
  return kept.length === figures.length;
}

const isKept = ({ value, most }: Figure) => value <= most;

const line = (figure: Figure) =>
  `${isKept(figure) ? 'ok   ' : 'OVER '} ${shown(figure.value).padStart(10)} ${shown(figure.most).padStart(8)}  ${figure.name}`;

const shown = (value: number) => (Number.isInteger(value) ? String(value) : value.toFixed(3));
