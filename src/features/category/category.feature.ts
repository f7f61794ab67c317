import type { Feature } from '#kernel/mount/feature.ts';
import { titlesIn } from '#kernel/records/record-titles.ts';
import { categoryMessages } from './category.messages.ts';
import { categories } from './category.public.ts';
import { categoryRoutes } from './category.routes.ts';

/** Categories: the subjects of books. */
export const category: Feature = {
  name: 'category',
  messages: categoryMessages,
  menu: [{ key: 'category.heading', href: '/category', order: 20, group: 'catalogue', icon: 'category' }],
  constraints: {
    category__title_key: { status: 409, key: 'category.title_taken', field: 'title' },
  },
  register(kernel) {
    categoryRoutes(kernel);
    kernel.recordLinks.add({
      entity: 'category',
      label: 'category.heading',
      href: () => '/category',
      titles: titlesIn('category', { key: 'cat_idx' }),
      restore: {
        fields: ['title'],
        write: (ctx, id, { title }) => categories.rename(ctx, Number(id), { title: String(title) }),
      },
      fields: { title: 'common.title' },
    });
  },
};
