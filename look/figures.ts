/** An observation or measurement, and its limit. */
export interface Figure {
  name: string;
  value: number;
  most: number;
  /** The findings, if there are more than allowed. */
  found?: readonly string[];
}

const figures: Figure[] = [];

export function record(figure: Figure): void {
  figures.push(figure);
  console.log(line(figure));
  for (const one of figure.found ?? []) console.log(`         ${one}`);
}

/** Prints one table of all figures, as the last output; returns whether all are within their limits. */
export function summary(): boolean {
  const passed = figures.filter(hasPassed);
  console.log(`\n          figure    limit  what\n${figures.map(line).join('\n')}`);
  console.log(`\n${passed.length} of ${figures.length} within their limits`);
  return passed.length === figures.length;
}

const hasPassed = ({ value, most }: Figure) => value <= most;

const line = (figure: Figure) =>
  `${hasPassed(figure) ? 'ok   ' : 'OVER '} ${shown(figure.value).padStart(10)} ${shown(figure.most).padStart(8)}  ${figure.name}`;

const shown = (value: number) => (Number.isInteger(value) ? String(value) : value.toFixed(3));
