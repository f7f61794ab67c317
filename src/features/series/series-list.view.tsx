import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { client } from '#client/api.ts';
import { goToMade, openFragment, reloadWith } from '#client/dialogs.ts';
import { madeIn } from '#client/made.ts';
import type { ShownMarks } from '#kernel/records/record-parts.ts';
import { fold } from '#kernel/text/text-forms.rules.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { type Ordered, useOrderActs } from '#ui/order/use-order-acts.ts';
import { useOrderEditor } from '#ui/order/use-order-editor.ts';
import { PageHead } from '#ui/page/page-head.tsx';
import { SearchField } from '#ui/rows/search-field.tsx';
import { wordSearch } from '#ui/rows/word-search.rules.ts';
import type { seriesApi } from './series.contract.ts';
import type { SeriesWords } from './series.messages.ts';
import type { SeriesListRow } from './series.read.ts';
import { SeriesRows } from './series-rows.tsx';

const call = client<typeof seriesApi>();

interface SeriesListProps {
  rows: SeriesListRow[];
  /** What other features mark them with. */
  marks: ShownMarks;
  /** The key of their order. */
  base: string;
  /** The series whose levels are initially shown. */
  open: number | null;
}

/** Every series in order, unpaged: filtered while typing, expanded to show levels, and reordered. */
export default function SeriesList({ rows: initial, marks, base, open }: SeriesListProps) {
  const t = useT<SeriesWords>();
  const [rows, setRows] = useState(initial);
  const [text, setText] = useState('');
  const { Editor, opener, open: begin, close } = useOrderEditor();
  const shown = useShown(rows, text);
  useEffect(() => {
    if (open !== null) document.getElementById(`series-${open}`)?.scrollIntoView({ block: 'center' });
  }, [open]);
  const create = async () => {
    const made = madeIn(await openFragment('/series/create'));
    if (made) goToMade(made, t('common.made', { title: made.title }), `/series?open=${made.id}`);
  };
  const ordered: Ordered = {
    items: rows.map((row) => ({ id: row.ser_idx, title: row.title })),
    base,
    failed: t('series.order_failed'),
    save: saveOrder,
    onSaved: reloadWith,
    toStage: (sequence) => ({ kind: 'series', id: 'order', title: t('series.reorder'), values: { sequence } }),
  };
  const { moveTo } = useOrderActs(ordered);
  return (
    <>
      <PageHead
        title={t('series.heading')}
        count={rows.length}
        {...(!Editor && { action: { label: t('series.create'), onClick: create } })}
      >
        {!Editor && rows.length > 1 && (
          <Button ref={opener} onClick={begin}>
            {t('series.reorder')}
          </Button>
        )}
      </PageHead>
      {Editor && <Editor label={t('series.reorder')} search={text} onCancel={close} {...ordered} />}
      {/* Hidden, not unmounted: leaving reorder mode restores everything, including half-typed input. */}
      <div hidden={Editor !== null}>
        {rows.length === 0 ? (
          <EmptyState text={t('series.empty')} link={{ label: t('series.empty_import'), href: '/book/import' }} />
        ) : (
          <SearchField label={t('series.search')} value={text} onChange={setText}>
            {text.trim() !== '' && t('series.found', { count: shown.size })}
          </SearchField>
        )}
        <SeriesRows marks={marks} rows={rows} shown={shown} open={open} onChange={setRows} onMove={moveTo} />
      </div>
    </>
  );
}

async function saveOrder(sequence: number[], base: string): Promise<number | undefined> {
  return (await call('PUT /api/v1/series/difficulty', { query: { base }, body: sequence })).results.act_idx;
}

/** The ids of the series whose title contains every typed word. */
function useShown(rows: readonly SeriesListRow[], text: string): ReadonlySet<number> {
  const folded = useMemo(() => rows.map((row) => ({ id: row.ser_idx, title: fold(row.title) })), [rows]);
  const wanted = useDeferredValue(text);
  return useMemo(() => {
    const matches = wordSearch(wanted);
    return new Set(folded.filter((row) => matches(row.title)).map((row) => row.id));
  }, [folded, wanted]);
}
