import type { Findings } from './checker.ts';
import type { Outcome } from './load.ts';
import type { Cells } from './table.ts';

/** The columns of the results of a team. */
export const findingsTable = [
  'Two instances, a primary and a replica',
  'Writes',
  'Lost',
  'Twice',
  'Missed, repeated in the stream',
  '503, 504',
  'Unanswered',
  'Wrong answers',
  'Back after',
  'Longest pause',
];

/** The columns of the results of one office. */
export const outcomeTable = [
  'One process with its embedded database',
  'Writes',
  'Lost',
  '503',
  'Wrong answers',
  'Back after',
  'Longest /healthz',
];

// Alive means answering: more than this is a process that a supervisor takes for dead. Milliseconds.
const stallLimitMs = 5000;
// By then everything works again after a fault is over. Milliseconds.
const recoveryLimitMs = 5000;

const seconds = (ms: number | undefined) => (ms === undefined ? 'never' : `${(ms / 1000).toFixed(1)} s`);
const answers = (wrong: ReadonlyMap<string, number>) =>
  [...wrong].map(([what, count]) => `${what} (${count})`).join(', ') || 0;

/** The row of what a checker found, and whether all went as it should. */
export function findingsCells(found: Findings): { cells: Cells; isGood: boolean } {
  const { acknowledged, lost, doubled, missed, repeated, refused, unanswered, wrong, recoveryMs, pauseMs } = found;
  const stream = `${missed}, ${repeated}`;
  const counts = [acknowledged, lost, doubled, stream, refused, unanswered, answers(wrong)];
  const bad = lost + doubled + missed + repeated + wrong.size;
  return {
    cells: [...counts, seconds(recoveryMs), seconds(pauseMs)],
    isGood: bad === 0 && recoveryMs !== undefined && recoveryMs <= recoveryLimitMs,
  };
}

/** The same of one office. */
export function outcomeCells(outcome: Outcome): { cells: Cells; isGood: boolean } {
  const { acknowledged, lost, refused, wrong, recoveryMs, stallMs } = outcome;
  return {
    cells: [acknowledged, lost, refused, answers(wrong), seconds(recoveryMs), seconds(stallMs)],
    isGood: lost === 0 && wrong.size === 0 && recoveryMs !== undefined && stallMs <= stallLimitMs,
  };
}
