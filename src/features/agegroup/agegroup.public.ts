import { Titled } from '#kernel/records/titled.ts';

export type { AgegroupApi } from './agegroup.contract.ts';

/** All that can be done with age groups; acts on many books add what is missing. */
export const agegroups = new Titled({ table: 'age_group', key: 'grp_idx', words: 'agegroup' });
