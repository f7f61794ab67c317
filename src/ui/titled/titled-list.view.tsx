import { client } from '#client/api.ts';
import { askToDelete } from '#client/ask-to-delete.ts';
import { goToMade, openFragment, reloadWith } from '#client/dialogs.ts';
import { madeIn } from '#client/made.ts';
import type { CountedTitle, TitledApi, TitledListProps } from '#kernel/records/titled.ts';
import { useFormat, useInterface, useT } from '../interface.tsx';
import { PageHead } from '../page/page-head.tsx';
import { TitleTable } from '../table/title-table.tsx';

const call = client<TitledApi>();

/** Every record of a noun that is only a title, each edited in place. */
export default function TitledList({ noun, rows }: TitledListProps) {
  const format = useFormat();
  const t = useT();
  const { text } = useInterface();
  const { words, entity, call: path, page, leads } = noun;
  const create = async () => {
    const made = madeIn(await openFragment(`${page}/create`));
    if (made) goToMade(made, t('common.made', { title: made.title }));
  };
  return (
    <>
      <PageHead
        title={text(`${words}.heading`)}
        count={rows.length}
        action={{ label: text(`${words}.create`), onClick: create }}
      />
      <TitleTable<CountedTitle>
        caption={text(`${words}.heading`)}
        rows={rows}
        {...(leads.title !== undefined && { hrefOf: ({ id }) => `${leads.title}${id}` })}
        columns={[
          {
            key: 'uses',
            label: text(`${words}.uses`),
            align: 'number',
            render: ({ id, uses }) =>
              uses === 0 || leads.uses === undefined ? (
                format.number(uses)
              ) : (
                <a href={`${leads.uses}${id}`} aria-label={text(`${words}.use_count`, { count: uses })}>
                  {format.number(uses)}
                </a>
              ),
          },
        ]}
        empty={text(`${words}.empty`)}
        historyOf={entity}
        failed={{ edit: text(`${words}.edit_failed`), delete: text(`${words}.delete_failed`) }}
        onRename={async ({ id, title, version }) => {
          await call(`PUT ${path}/${id}`, { body: { title, version } });
        }}
        onDelete={async ({ id, title }) => {
          if (!(await askToDelete({ of: entity, id, title, body: t('CMN-18'), agree: t('common.delete') }))) return;
          await call(`DELETE ${path}/${id}`, {});
          reloadWith(text(`${words}.deleted`));
        }}
      />
    </>
  );
}
