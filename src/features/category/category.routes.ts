import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { categoryApi } from './category.contract.ts';
import { categories } from './category.public.ts';
import type CategoryForm from './category-form.view.tsx';
import type CategoryList from './category-list.view.tsx';

const done = { results: { success: true } };

export function categoryRoutes({ api, web, references }: Kernel): void {
  api(categoryApi, {
    'GET /api/v1/category': async ({ ctx }) => ({
      results: (await categories.list(ctx)).map(({ id, title }) => ({ idx: id, title })),
    }),
    'POST /api/v1/category': async ({ ctx, body }) => ({ results: { cat_idx: await categories.add(ctx, body.title) } }),
    'PUT /api/v1/category/:cat_idx': async ({ ctx, params, body }) => {
      await categories.rename(ctx, params.cat_idx, body);
      return done;
    },
    'DELETE /api/v1/category/:cat_idx': async ({ ctx, params }) => {
      await categories.remove(ctx, references, params.cat_idx);
      return done;
    },
  });
  web.page('/category', {
    view: view<typeof CategoryList>('category/category-list'),
    follows: ['category'],
    title: (t) => t('category.heading'),
    load: async ({ ctx }) => ({ rows: await categories.listCounted(ctx, references) }),
  });
  web.fragment('/category/create', {
    view: view<typeof CategoryForm>('category/category-form'),
    within: '/category',
    load: () => ({}),
  });
}
