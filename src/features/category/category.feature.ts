import { titledFeature } from '#kernel/mount/titled-feature.ts';
import { categoryMessages } from './category.messages.ts';
import { categories } from './category.public.ts';

/** Categories: the subjects of books. */
export const category = titledFeature({
  name: 'category',
  titled: categories,
  messages: categoryMessages,
  says: ['category', 'categories'],
  menu: { order: 20, group: 'catalogue', icon: 'category', letter: 'c' },
  call: '/api/v1/category',
  ids: { path: 'cat_idx', listed: 'idx', added: 'cat_idx' },
  page: '/category',
  leads: { uses: '/book?category=' },
});
