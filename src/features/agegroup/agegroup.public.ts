import { Titled } from '#kernel/records/titled.ts';

export type { AgegroupApi } from './agegroup.contract.ts';

/** All operations on age groups; bulk acts on books add missing ones. */
export const agegroups = new Titled({ table: 'age_group', key: 'grp_idx', words: 'agegroup' });
