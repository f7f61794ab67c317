import type { Feature } from '#kernel/mount/feature.ts';
import { readinessChecks } from './readiness.checks.ts';

/** What books lack before they are ready for readers. */
export const readiness: Feature = {
  name: 'readiness',
  wordsOf: 'book',
  checks: readinessChecks,
  exported: { tables: ['book_readiness'] },
  register() {},
};
