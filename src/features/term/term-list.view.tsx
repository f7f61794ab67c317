import type { ShownViews } from '#kernel/desk/saved-views.ts';
import { languageTag, localeNames } from '#kernel/messages/locale.ts';
import type { PlainListProps } from '#kernel/mount/list.ts';
import { Icon } from '#ui/icon.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button, ButtonLink } from '#ui/kit/button.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { RowMenu } from '#ui/kit/menu.tsx';
import { State } from '#ui/kit/state.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { Column } from '#ui/table/data-table.tsx';
import { ExportMenu } from '#ui/table/export-menu.tsx';
import { searchBox, selectField, useFilters } from '#ui/table/filter-controls.tsx';
import { ListScreen } from '#ui/table/list-screen.tsx';
import { openFragment } from '#client/dialogs.ts';
import type { TermFilter, TermRecord } from './term.contract.ts';
import type { TermWords } from './term.messages.ts';
import { formLocales, proposalsHref, termChangedHref, termHome, termHref, termSelections } from './term.rules.ts';
import { useTermActs } from './use-term-acts.ts';

interface TermListProps extends PlainListProps<TermRecord, TermFilter> {
  views: ShownViews;
}

/** What the house calls things in each language. */
export default function TermList(list: TermListProps) {
  const { query } = list;
  const t = useT<TermWords>();
  const acts = useTermActs();
  const options = termSelections.map((value) => ({ value, label: t(`term.only_${value}`) }));
  const filters = useFilters(
    { search_val: query.search_val, only: query.only },
    { search_val: searchBox(t('term.search_hint')), only: selectField(t('term.only'), options) },
  );
  return (
    <ListScreen
      title={t('term.heading')}
      acts={
        <>
          <ButtonLink variant="plain" href={proposalsHref}>
            {t('term.proposals')}
          </ButtonLink>
          <ButtonLink variant="plain" href={termChangedHref}>
            {t('term.changed_open')}
          </ButtonLink>
          <ExportMenu path={`${termHome}/export`} query={query} />
          <Button variant="primary" onClick={acts.create}>
            <Icon name="add" />
            {t('term.create')}
          </Button>
        </>
      }
      {...list}
      path={termHome}
      filters={filters}
      columns={useColumns(acts)}
      keyOf={({ term_idx }) => term_idx}
      nameOf={({ term }) => term}
      empty={<EmptyState text={t('term.empty')} />}
    />
  );
}

function useColumns(acts: ReturnType<typeof useTermActs>): Column<TermRecord>[] {
  const t = useT<TermWords>();
  const format = useFormat();
  return [
    {
      key: 'term',
      label: t('term.field_term'),
      sortable: true,
      align: 'lead',
      render: ({ term_idx, term }) => (
        <a
          href={termHref(term_idx)}
          lang="en"
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            acts.edit(term_idx);
          }}
        >
          {term}
        </a>
      ),
    },
    ...formLocales.map(
      (locale): Column<TermRecord> => ({
        key: locale,
        label: localeNames[locale],
        render: ({ term, keep, texts }) => {
          if (keep)
            return (
              <Text as="span" tone="soft">
                {term}
              </Text>
            );
          // On a phone no heading says which language it is.
          if (texts[locale] === '')
            return <State tone="warn">{`${t('term.missing')} (${locale.toUpperCase()})`}</State>;
          return <span lang={languageTag(locale)}>{texts[locale]}</span>;
        },
      }),
    ),
    {
      key: 'note',
      label: t('term.field_note'),
      align: 'cut',
      render: ({ note, keep }) => [keep ? t('term.field_keep') : '', note].filter(Boolean).join(' · '),
    },
    {
      key: 'updated',
      label: t('term.field_updated_at'),
      sortable: true,
      align: 'number',
      aside: true,
      render: ({ updated_at }) => format.date(updated_at),
    },
    {
      key: 'actions',
      label: t('common.actions'),
      align: 'actions',
      render: (row) => (
        <RowMenu
          label={`${t('common.more')}: ${row.term}`}
          items={[
            { label: t('common.edit'), act: () => acts.edit(row.term_idx) },
            { label: t('common.history'), act: () => void openFragment(`/audit/of/term/${row.term_idx}`) },
            { label: t('common.delete'), danger: true, act: () => acts.remove(row) },
          ]}
        />
      ),
    },
  ];
}
