import { client } from '#client/api.ts';
import { askToDelete } from '#client/ask-to-delete.ts';
import { goToMade, openFragment, reloadWith } from '#client/dialogs.ts';
import { madeIn } from '#client/made.ts';
import type { CountedTitle } from '#kernel/records/titled.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { TitleTable } from '#ui/table/title-table.tsx';
import type { categoryApi } from './category.contract.ts';
import type { CategoryWords } from './category.messages.ts';

const call = client<typeof categoryApi>();

/** Every category; a row can be edited in place. */
export default function CategoryList({ rows }: { rows: CountedTitle[] }) {
  const format = useFormat();
  const t = useT<CategoryWords>();
  const create = async () => {
    const made = madeIn(await openFragment('/category/create'));
    if (made) goToMade(made, t('common.made', { title: made.title }));
  };
  return (
    <>
      <PageHead
        title={t('category.heading')}
        count={rows.length}
        action={{ label: t('category.create'), onClick: create }}
      />
      <TitleTable
        caption={t('category.heading')}
        rows={rows}
        columns={[
          {
            key: 'books',
            label: t('category.books'),
            align: 'number',
            render: ({ id, uses }) =>
              uses === 0 ? (
                format.number(0)
              ) : (
                <a href={`/book?category=${id}`} aria-label={t('category.book_count', { count: uses })}>
                  {format.number(uses)}
                </a>
              ),
          },
        ]}
        empty={t('category.empty')}
        historyOf="category"
        failed={{ edit: t('category.edit_failed'), delete: t('category.delete_failed') }}
        onRename={async ({ id, title, version }) => {
          await call('PUT /api/v1/category/:cat_idx', { params: { cat_idx: id }, body: { title, version } });
        }}
        onDelete={async ({ id, title }) => {
          if (!(await askToDelete({ of: 'category', id, title, body: t('CMN-18'), agree: t('common.delete') }))) return;
          await call('DELETE /api/v1/category/:cat_idx', { params: { cat_idx: id } });
          reloadWith(t('category.deleted'));
        }}
      />
    </>
  );
}
