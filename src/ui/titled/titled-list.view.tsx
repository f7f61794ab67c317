import { useDeferredValue, useState } from 'react';
import { client } from '#client/api.ts';
import { askToDelete } from '#client/ask-to-delete.ts';
import { goToMade, openFragment, reloadWith } from '#client/dialogs.ts';
import { madeIn } from '#client/made.ts';
import type { CountedTitle, TitledApi, TitledListProps, TitledScreens } from '#kernel/records/titled.ts';
import { fold } from '#kernel/text/text-forms.rules.ts';
import { useFormat, useInterface, useT } from '../interface.tsx';
import { EmptyState } from '../kit/empty-state.tsx';
import { PageHead } from '../page/page-head.tsx';
import { RowActs } from '../page/row-acts.tsx';
import { SearchField } from '../rows/search-field.tsx';
import { wordSearch } from '../rows/word-search.rules.ts';
import type { Column } from '../table/column.ts';
import { DataTable } from '../table/data-table.tsx';
import { ExportMenu } from '../table/export-menu.tsx';
import { HeldNews } from '../table/held-news.tsx';
import { useEditedRows } from '../table/use-edited-rows.ts';
import { useHeldRows } from '../table/use-held-rows.ts';

const call = client<TitledApi>();

const longest = 200;

/** Every record of a noun that is only a title, with a search field; each is edited in place. */
export default function TitledList({ noun, rows, marks }: TitledListProps) {
  const t = useT();
  const { text } = useInterface();
  const { words, kind, page } = noun;
  const create = async () => {
    const made = madeIn(await openFragment(`${page}/create`));
    if (made) goToMade(made, t('common.made', { title: made.title }));
  };
  return (
    <>
      <PageHead
        title={text(`${words}.heading`)}
        word={kind === `${words}.heading` ? undefined : text(kind)}
        {...(rows.length > 0 && { count: rows.length })}
        isEmpty={rows.length === 0}
        action={{ label: text(`${words}.create`), onClick: create }}
      >
        <ExportMenu path={`${page}/export`} query={{}} />
      </PageHead>
      <TitleTable noun={noun} rows={rows} marks={marks} />
    </>
  );
}

function TitleTable({ noun, rows: stored, marks }: TitledListProps) {
  const t = useT();
  const { text } = useInterface();
  const [typed, setTyped] = useState('');
  const own = useEditedRows(stored, ({ id }) => id);
  const held = useHeldRows(own.rows, ({ id }) => id, own.edited);
  const columns = useColumns(noun, own.edit);
  const { rows } = held;
  const matches = wordSearch(useDeferredValue(typed));
  if (rows.length === 0) return <EmptyState text={text(`${noun.words}.empty`)} />;
  const found = rows.filter(({ title }) => matches(fold(title)));
  return (
    <>
      <SearchField label={t('table.search_titles')} value={typed} onChange={setTyped}>
        {typed.trim() !== '' && t('table.total', { count: found.length })}
      </SearchField>
      <HeldNews of={held} />
      {found.length === 0 ? (
        <EmptyState text={t('table.no_match')} />
      ) : (
        <DataTable
          caption={text(`${noun.words}.heading`)}
          gone={held.gone}
          marks={marks}
          columns={columns}
          rows={found}
          keyOf={({ id }) => id}
          nameOf={(row) => row.title}
          path=""
          query={{}}
        />
      )}
    </>
  );
}

function useColumns(
  noun: TitledScreens,
  change: (row: CountedTitle, values: Partial<CountedTitle>) => void,
): Column<CountedTitle>[] {
  const t = useT();
  const { text } = useInterface();
  const format = useFormat();
  const { words, call: path, added, leads } = noun;
  const { own } = leads;
  return [
    {
      key: 'title',
      label: t('common.title'),
      align: 'lead',
      render: ({ id, title }) => (leads.title === undefined ? title : <a href={`${leads.title}${id}`}>{title}</a>),
      edit: {
        field: 'title',
        max: longest,
        failed: text(`${words}.edit_failed`),
        hasButton: true,
        text: (row) => row.title,
        save: async (row, title, over = row.version) => {
          const { results } = await call(`PUT ${path}/${row.id}`, { body: { title, version: over } });
          change(row, { title, version: over + 1 });
          return results.act_idx;
        },
        again: {
          create: async (_row, title) => {
            const { results } = await call(`POST ${path}`, { body: { title } });
            const made = { id: Number(results[added]), title, undo: results.act_idx };
            return () => goToMade(made, t('common.made', { title }));
          },
        },
        take: (row, title, version) => change(row, { title, version }),
      },
    },
    ...(own ? [ownScreen(text(own.label), own.href)] : []),
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
    {
      key: 'actions',
      label: t('common.actions'),
      align: 'actions',
      render: (row, edit) => <TitleActions noun={noun} row={row} onEdit={() => edit('title')} />,
    },
  ];
}

const ownScreen = (label: string, href: string): Column<CountedTitle> => ({
  key: 'own',
  label,
  render: ({ id, title }) => (
    <a href={`${href}${id}`} aria-label={`${label}: ${title}`}>
      {label}
    </a>
  ),
});

function TitleActions({ noun, row, onEdit }: { noun: TitledScreens; row: CountedTitle; onEdit: () => void }) {
  const t = useT();
  const { text } = useInterface();
  const { words, entity, call: path } = noun;
  const { id, title } = row;
  const remove = async () => {
    const question = { title, body: t('CMN-18'), agree: t('common.delete') };
    const deleted = await askToDelete({ of: entity, id, ...question }, () => call(`DELETE ${path}/${id}`, {}));
    if (deleted) reloadWith(text(`${words}.deleted`), deleted.results.act_idx);
  };
  return (
    <RowActs
      entity={entity}
      id={id}
      title={title}
      edit={{ label: t('CMN-06'), onClick: onEdit, mark: 'title' }}
      remove={{ onClick: remove, problem: text(`${words}.delete_failed`) }}
    />
  );
}
