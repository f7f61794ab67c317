import { client } from '#client/api.ts';
import { TitleForm } from '#ui/form/title-form.tsx';
import { useT } from '#ui/interface.tsx';
import type { categoryApi } from './category.contract.ts';
import type { CategoryWords } from './category.messages.ts';

const call = client<typeof categoryApi>();

/** The dialog that adds a category; finishes with the new id and title. */
export default function CategoryForm() {
  const t = useT<CategoryWords>();
  return (
    <TitleForm
      heading={t('category.create')}
      failed={t('category.add_failed')}
      onSave={async (title) => {
        const { results } = await call('POST /api/v1/category', { body: { title } });
        return { id: results.cat_idx, title };
      }}
    />
  );
}
