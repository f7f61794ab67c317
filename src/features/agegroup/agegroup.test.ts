import { describe } from 'vitest';
import { titledTests } from '../../../test/titled.contract-tests.ts';
import { agegroups } from './agegroup.public.ts';

describe('An age group', () =>
  titledTests({
    titled: agegroups,
    call: '/api/v1/age_group',
    added: 'age_group',
    page: '/agegroup',
    says: {
      create: 'New age group',
      taken: 'An age group with this title already exists.',
      gone: 'This age group no longer exists.',
      goneInKorean: '이 연령 그룹은 더 이상 존재하지 않습니다.',
    },
    books: { column: 'grp_idx', used: 'The age group is still used in 1 place (Ant).' },
  }));
