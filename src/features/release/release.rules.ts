export const releaseEntity = 'release';

/** `failed` waits for a decision; `applied` and `cancelled` need no more work. */
export const statuses = ['draft', 'scheduled', 'applied', 'failed', 'cancelled'] as const;
export type Status = (typeof statuses)[number];

/** The states in which a release can be changed and applied. */
export const openStatuses = ['draft', 'scheduled', 'failed'] as const satisfies readonly Status[];
export const isOpen = (status: Status): boolean => openStatuses.some((one) => one === status);

export const releaseHref = (relIdx: number | string): string => `/release/${relIdx}`;

/** The most changes of one release: they are applied in one transaction. */
export const mostChanges = 2000;

/** How to decide a conflict: overwrite whatever is there by then, or take it into the release. */
export const decisions = ['anyway', 'rebase'] as const;
export type Decision = (typeof decisions)[number];

/** The reason that the trail and the versions give for what a release changes. */
export const reasonOf = ({ rel_idx: relIdx, name, created_by: by }: Named): string =>
  `Release ${relIdx}: ${name}${by === null ? '' : ` (${by})`}`;

interface Named {
  rel_idx: number;
  name: string;
  created_by: string | null;
}

/** The number in the result of a dialog that saved a release; null if it saved none. */
export const releaseIn = (result: unknown): number | null =>
  typeof result === 'object' && result !== null && 'rel_idx' in result ? Number(result.rel_idx) : null;
