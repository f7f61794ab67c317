/** The steps of the wizard, in order. */
export const importSteps = ['isbn', 'images', 'sentences', 'audio', 'done'] as const;
export type ImportStep = (typeof importSteps)[number];

/** The next step; the last one is its own next. */
export const stepAfter = (step: ImportStep): ImportStep => importSteps[importSteps.indexOf(step) + 1] ?? 'done';

/** The address of a step of an import. */
export const stepHref = (importIdx: number, step: ImportStep): string =>
  step === 'isbn' ? `/book/import/${importIdx}` : `/book/import/${importIdx}/${step}`;
