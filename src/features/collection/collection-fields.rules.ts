import type { Fields, FieldValues } from '#kernel/records/record-fields.rules.ts';
import { adsOptions, exposedTypes } from './collection.rules.ts';

/**
 * The plain fields of a collection. Calls, stored rows, the trail, versions and their comparison, the form and the portal
 * follow from this table; its texts, prices and owners have tables of their own.
 */
export const collectionFields = {
  is_public: {
    kind: 'choice',
    label: 'collection.field_is_public',
    of: ['O', 'X'],
    fresh: 'X',
    words: { O: 'collection.public', X: 'collection.private' },
  },
  exposed_type: {
    kind: 'choice',
    label: 'collection.field_exposed_type',
    of: exposedTypes,
    fresh: 'all',
    words: {
      all: 'collection.exposed_all',
      web: 'collection.exposed_web',
      mobile: 'collection.exposed_mobile',
      lms: 'collection.exposed_lms',
    },
    portal: true,
  },
  label: { kind: 'text', label: 'collection.field_label', max: 200, line: true, fresh: null, portal: true },
  grp_idx: { kind: 'reference', label: 'collection.field_grp_idx', to: 'age_group' },
  cefr_level: { kind: 'text', label: 'collection.field_cefr_level', max: 100, fresh: null, portal: true },
  laura_support: { kind: 'flag', label: 'collection.field_laura_support', portal: true },
  laura_only: { kind: 'flag', label: 'collection.field_laura_only', portal: true },
  laura_book_monthly_quota: {
    kind: 'whole',
    label: 'collection.field_laura_book_monthly_quota',
    max: 100_000,
    portal: true,
  },
  ads_option: {
    kind: 'choice',
    label: 'collection.field_ads_option',
    of: adsOptions,
    fresh: null,
    words: { public: 'collection.value_ads_public', members: 'collection.value_ads_members' },
    portal: true,
  },
} as const satisfies Fields;

/**
 * The fields that another one rules out, and those that rule out another: only schools have a label, and what support
 * offers ends with it. Such a field is undone only if none of its related ones was set since.
 */
export const relatedFields: Readonly<Record<string, readonly string[]>> = {
  exposed_type: ['label'],
  label: ['exposed_type'],
  laura_support: ['laura_only', 'laura_book_monthly_quota'],
  laura_only: ['laura_support'],
  laura_book_monthly_quota: ['laura_support'],
};

/** The values of these fields. */
export type CollectionColumns = FieldValues<typeof collectionFields>;
