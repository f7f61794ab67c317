/** How long a dismissal holds. */
export const dismissals = ['change', 'always'] as const;

/**
 * Why a record is left as it is: it is not at fault any more, nobody but a person can say what is right, an open release sets
 * the same fields, another record has the value, a rule refuses it, or there are too many for one act.
 */
export const leftReasons = ['changed', 'no_fix', 'in_release', 'taken', 'refused', 'later'] as const;
export type LeftReason = (typeof leftReasons)[number];

/** How many records one act fixes or dismisses while somebody waits. */
export const mostFixed = 5000;

/** How many a job fixes as one act. */
export const mostByJob = 200_000;

export const workbenchHref = '/workbench';
export const faultHref = (fault: string) => `${workbenchHref}/${encodeURIComponent(fault)}`;

/** The kind of act in the trail. */
export const faultAct = 'fault_act';

/** What a fix of a kind of fault is called in the trail. */
export const fixAction = ({ act, fix }: { act?: { verb: string }; fix?: { act?: { verb: string } } }): string =>
  `${faultAct}.${act?.verb ?? fix?.act?.verb ?? 'updated'}`;
