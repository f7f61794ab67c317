import { type SubmitEvent, useState } from 'react';
import { withPageLanguage } from '#client/language.ts';
import { goTo } from '#client/office-path.ts';
import { Cover } from '#ui/cover.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { Input } from '#ui/kit/input.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { type Column, DataTable } from '#ui/table/data-table.tsx';
import type { GuideWords } from './guide.messages.ts';
import type { GuideListRow } from './guide.read.ts';
import { cleanGuideId } from './guide.rules.ts';
import styles from './guide-list.module.css';
import { LegendList } from './legend.tsx';

/** All guides by ID, with the form to add one. */
export function GuideList({ guides }: { guides: readonly GuideListRow[] }) {
  const t = useT<GuideWords>();
  const columns = useColumns();
  return (
    <>
      <PageHead title={t('guide.heading')} count={guides.length} />
      <GuideAdder taken={guides.map((guide) => guide.gui_id)} />
      {guides.length === 0 ? (
        <EmptyState text={t('guide.empty')} />
      ) : (
        <DataTable
          caption={t('guide.heading')}
          columns={columns}
          rows={guides}
          keyOf={(guide) => guide.gui_id}
          path="/series_guide"
          query={{}}
        />
      )}
    </>
  );
}

function useColumns(): Column<GuideListRow>[] {
  const t = useT<GuideWords>();
  const format = useFormat();
  return [
    {
      key: 'gui_id',
      label: t('guide.gui_id'),
      align: 'lead',
      render: ({ gui_id, covers }) => (
        <Inline as="span" whole>
          <span className={styles.covers}>
            {covers.map(({ itm_idx, name, source }) => (
              <Cover key={itm_idx} id={String(itm_idx)} title={name} source={source} size="row" />
            ))}
          </span>
          <Text
            as="a"
            breaks
            strong
            href={`/series_guide?gui_id=${gui_id}`}
            title={covers.map(({ name }) => name).join(', ')}
          >
            {gui_id}
          </Text>
        </Inline>
      ),
    },
    {
      key: 'items',
      label: t('guide.column_items'),
      align: 'nowrap',
      render: ({ items }) => t('guide.items', { count: items }),
    },
    {
      key: 'legends',
      label: t('guide.legends'),
      aside: true,
      render: ({ legends }) => <LegendList labels={legends} legends={legends} />,
    },
    {
      key: 'updated',
      label: t('guide.column_updated'),
      align: 'nowrap',
      render: ({ updated_at, updated_by }) =>
        [format.dateTime(updated_at), updated_by].filter((part) => part !== null).join(', '),
    },
  ];
}

/** Opens a new guide at once; it is stored with its first item. An existing ID is refused. */
function GuideAdder({ taken }: { taken: readonly string[] }) {
  const t = useT<GuideWords>();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const clean = cleanGuideId(typed);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (clean === '') setProblem(t('invalid.required'));
    else if (taken.includes(clean)) setProblem(t('guide.in_use'));
    else goTo(withPageLanguage(`/series_guide?gui_id=${clean}`));
  };
  return (
    <Stack as="form" gap={4} widest={480} below={16} action="/series_guide" onSubmit={submit} noValidate>
      <Inline low whole tight>
        <Input
          label={t('guide.gui_id')}
          name="gui_id"
          value={typed}
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
          aria-describedby="guide-id-rule"
          aria-invalid={problem !== null}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setProblem(null);
          }}
        />
        <Button type="submit" variant="primary">
          {t('guide.create')}
        </Button>
      </Inline>
      <Text
        key={problem}
        id="guide-id-rule"
        size="small"
        tone={problem === null ? 'soft' : 'problem'}
        role={problem === null ? 'status' : 'alert'}
      >
        {problem ?? (clean === '' || clean === typed ? t('guide.gui_id_hint') : t('guide.gui_id_clean', { id: clean }))}
      </Text>
    </Stack>
  );
}
