import { useEffect } from 'react';
import type { ImportSummary, ImportWords, ShownImport } from '#features/import/import-pages.public.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Card } from '#ui/kit/card.tsx';
import { Grid } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import { ImportDone } from '../frame/import-done.tsx';
import { ImportFrame } from '../frame/import-frame.tsx';
import { callBooks } from '../frame/use-import.ts';

interface ImportFinishProps {
  state: ShownImport;
  summary: ImportSummary;
  /** How many of its books were edited after it was applied. */
  edited: number;
}

/** The last step: what the books have so far, and the link to published books. */
export default function ImportFinish({ state, summary, edited }: ImportFinishProps) {
  const t = useT<ImportWords>();
  const format = useFormat();
  const isOver = summary.waiting === 0;
  // Once all its books are published, nobody is to be reminded of a step; before, a look at the last one changes nothing.
  useEffect(() => {
    if (state.step === 'done' || !isOver) return;
    const params = { import_idx: state.import_idx };
    callBooks('PUT /api/v1/import/:import_idx/step', { params, body: { step: 'done' } }).catch(() => undefined);
  }, [isOver]);
  const figures: [string, string][] = [
    [t('import.books'), format.number(summary.books)],
    [t('import.live'), `${format.number(summary.live)} / ${format.number(summary.books)}`],
    [t('import.covers'), format.number(summary.covers)],
    [t('import.previews'), format.number(summary.previews)],
    [t('import.step_sentences'), format.number(summary.sentences)],
    [t('import.step_audio'), `${format.number(summary.voiced)} / ${format.number(summary.targeted)}`],
  ];
  return (
    <ImportFrame state={state} current="done">
      <Grid as="dl" least={150} filled gap="0 10px">
        {figures.map(([name, figure]) => (
          <Card as="div" key={name}>
            <Text as="dt" size="fine">
              {name}
            </Text>
            <Text as="dd" size="figure" whole>
              {figure}
            </Text>
          </Card>
        ))}
      </Grid>
      {(edited > 0 || summary.live > 0) && (
        <p>
          {summary.live > 0 && t('import.published_on', { time: format.dateTime(summary.published_at) })}{' '}
          {edited > 0 && t('import.edited_since', { count: edited })}
        </p>
      )}
      <ImportDone state={state} waiting={summary.waiting} />
    </ImportFrame>
  );
}
