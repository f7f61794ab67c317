import type { Feature } from '#kernel/feature.ts';
import { agegroup } from '#features/agegroup/agegroup.feature.ts';

/** The product's parts in order of dependence: a feature may call those above it. Its table of contents. */
export const features: readonly Feature[] = [agegroup];
