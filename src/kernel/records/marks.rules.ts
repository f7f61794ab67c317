/** The kind of the changes that say that other records of a list are marked now, or differently. */
export const marksKind = (kind: string): string => `${kind}.marks`;

/** Whether a change says so: then no record changed. */
export const isMarksKind = (kind: string): boolean => kind.endsWith('.marks');
