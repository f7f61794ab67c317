import { client } from '#client/api.ts';
import { askToDelete } from '#client/ask-to-delete.ts';
import { goToMade, openFragment, reloadWith } from '#client/dialogs.ts';
import { madeIn } from '#client/made.ts';
import type { CountedTitle } from '#kernel/records/titled.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { TitleTable } from '#ui/table/title-table.tsx';
import type { agegroupApi } from './agegroup.contract.ts';
import type { AgegroupWords } from './agegroup.messages.ts';

const call = client<typeof agegroupApi>();

/** Every age group: a row links to its roadmap, and can be edited in place. */
export default function AgegroupList({ rows }: { rows: CountedTitle[] }) {
  const format = useFormat();
  const t = useT<AgegroupWords>();
  const create = async () => {
    const made = madeIn(await openFragment('/agegroup/create'));
    if (made) goToMade(made, t('common.made', { title: made.title }));
  };
  return (
    <>
      <PageHead
        title={t('agegroup.heading')}
        count={rows.length}
        action={{ label: t('agegroup.create'), onClick: create }}
      />
      <TitleTable
        caption={t('agegroup.heading')}
        rows={rows}
        hrefOf={({ id }) => `/roadmap/${id}`}
        columns={[
          {
            key: 'books',
            label: t('agegroup.books'),
            align: 'number',
            render: ({ id, uses }) =>
              uses === 0 ? (
                format.number(0)
              ) : (
                <a href={`/book?age_group=${id}`} aria-label={t('agegroup.book_count', { count: uses })}>
                  {format.number(uses)}
                </a>
              ),
          },
        ]}
        empty={t('agegroup.empty')}
        historyOf="age_group"
        failed={{ edit: t('agegroup.edit_failed'), delete: t('agegroup.delete_failed') }}
        onRename={async ({ id, title, version }) => {
          await call('PUT /api/v1/age_group/:grp_idx', { params: { grp_idx: id }, body: { title, version } });
        }}
        onDelete={async ({ id, title }) => {
          if (!(await askToDelete({ of: 'age_group', id, title, body: t('CMN-18'), agree: t('common.delete') })))
            return;
          await call('DELETE /api/v1/age_group/:grp_idx', { params: { grp_idx: id } });
          reloadWith(t('agegroup.deleted'));
        }}
      />
    </>
  );
}
