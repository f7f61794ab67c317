import { Titled, type TitledListApi } from '#kernel/records/titled.ts';

/** All operations on age groups; bulk acts on books add missing ones. */
export const agegroups = new Titled({ table: 'age_group', key: 'grp_idx', words: 'agegroup' });

/** The call that lists them, for typed clients. */
export type AgegroupApi = TitledListApi<'/api/v1/age_group', 'grp_idx'>;
