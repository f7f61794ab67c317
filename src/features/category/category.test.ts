import { describe } from 'vitest';
import { titledTests } from '../../../test/titled.contract-tests.ts';
import { categories } from './category.public.ts';

describe('A category', () =>
  titledTests({
    titled: categories,
    call: '/api/v1/category',
    listed: 'idx',
    page: '/category',
    says: {
      create: 'New category',
      taken: 'A category with this title already exists.',
      gone: 'This category no longer exists.',
      goneInKorean: '이 카테고리는 더 이상 존재하지 않습니다.',
    },
    books: { column: 'cat_idx', used: 'The category is still used in 1 place (Ant).' },
  }));
