import type { Findings } from './checker.ts';
import type { Outcome } from './load.ts';
import type { Cells } from './table.ts';

/** The columns of a team's results. */
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

/** The columns of a cluster's results. */
export const clusterTable = [
  'Two instances, three servers under Patroni',
  'Writes',
  'Lost',
  'Twice',
  'Missed, repeated in the stream',
  '503, 504',
  'Uncertain',
  'Unanswered',
  'Wrong answers',
  'Last refusal after',
  'Longest pause',
];

/** The columns of a single office's results. */
export const outcomeTable = [
  'One process with its embedded database',
  'Writes',
  'Lost',
  '503',
  'Wrong answers',
  'Back after',
  'Longest /healthz',
];

// Alive means responding: beyond this, a supervisor considers the process dead. Milliseconds.
const stallLimitMs = 5000;
// The time within which everything must work again after a fault. Milliseconds.
const recoveryLimitMs = 5000;
// A cluster needs its time to find out that its leader is gone, and to choose another. Milliseconds.
const clusterPauseMs = 45_000;

const seconds = (ms: number | undefined) => (ms === undefined ? 'never' : `${(ms / 1000).toFixed(1)} s`);
const answers = (wrong: ReadonlyMap<string, number>) =>
  [...wrong].map(([what, count]) => `${what} (${count})`).join(', ') || 0;

/** The row of a checker's findings, and whether they are within the limits. */
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

/** The row of a checker's findings for a cluster, of whose faults the cause remains: it chooses another leader. */
export function clusterCells(found: Findings): { cells: Cells; isGood: boolean } {
  const { acknowledged, lost, doubled, missed, repeated, refused, uncertain, unanswered, wrong } = found;
  const counts = [
    acknowledged,
    lost,
    doubled,
    `${missed}, ${repeated}`,
    refused,
    uncertain,
    unanswered,
    answers(wrong),
  ];
  const bad = lost + doubled + missed + repeated + wrong.size;
  return {
    cells: [...counts, seconds(found.recoveryMs), seconds(found.pauseMs)],
    isGood: bad === 0 && found.recoveryMs !== undefined && found.pauseMs <= clusterPauseMs,
  };
}

/** The row of a checker's findings for a single office. */
export function outcomeCells(outcome: Outcome): { cells: Cells; isGood: boolean } {
  const { acknowledged, lost, refused, wrong, recoveryMs, stallMs } = outcome;
  return {
    cells: [acknowledged, lost, refused, answers(wrong), seconds(recoveryMs), seconds(stallMs)],
    isGood: lost === 0 && wrong.size === 0 && recoveryMs !== undefined && stallMs <= stallLimitMs,
  };
}
