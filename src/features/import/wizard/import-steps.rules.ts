/** The steps of the wizard, in order. */
export const importSteps = ['isbn', 'images', 'sentences', 'audio', 'done'] as const;
export type ImportStep = (typeof importSteps)[number];

/** The step that follows; the last one follows itself. */
export const stepAfter = (step: ImportStep): ImportStep => importSteps[importSteps.indexOf(step) + 1] ?? 'done';

/** Where a step of an import is shown. */
export const stepHref = (importIdx: number, step: ImportStep): string =>
  step === 'isbn' ? `/book/import/${importIdx}` : `/book/import/${importIdx}/${step}`;
