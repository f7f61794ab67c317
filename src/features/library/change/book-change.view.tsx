import { useState } from 'react';
import { finishFragment } from '#client/dialogs.ts';
import { stage } from '#client/staged.ts';
import type { BookWords } from '#features/book/book-words.public.ts';
import { FormProblem } from '#ui/form/form-problem.tsx';
import { IntoButton, NowOrInto } from '#ui/form/into-button.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Acts, Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import { useBulkWork } from '#ui/page/use-bulk-work.ts';
import { useListSelection } from '#ui/table/use-list-selection.ts';
import { WorkProgress } from '#ui/table/work-progress.tsx';
import type { BookFilter } from '../find/book-filter.contract.ts';
import type { BookFilterChoices } from '../find/book-filters.read.ts';
import type { BookChange } from './book-bulk.contract.ts';
import { ChangeField } from './change-field.tsx';
import { changeBooks, type ChangeFigures as Figures, useChangeFigures } from './use-change-figures.ts';
import { isOverGone, useOverExisting } from './use-over-existing.ts';

interface Chosen {
  change: BookChange | null;
  /** What a release would set in each book; null if that differs from book to book. */
  values: Record<string, unknown> | null;
}

/** The dialog that sets one field of the selected books, and shows the effect first. It finishes with the result. */
export default function BookChangeForm({ filter, choices }: { filter: BookFilter; choices: BookFilterChoices }) {
  const t = useT<BookWords>();
  const list = useListSelection('/book', filter, 0);
  const selection = list.over(filter);
  const overExisting = useOverExisting(list);
  const [{ change, values }, setChosen] = useState<Chosen>({ change: null, values: null });
  const isEmpty = 'ids' in selection && selection.ids.length === 0;
  const [gone, setGone] = useState<string | null>(null);
  const figures = useChangeFigures(selection, isEmpty ? null : change, (ask) =>
    overExisting(ask).catch((error: unknown) => {
      // The figures of the others follow at once.
      if (isOverGone(error)) setGone(error.message);
      throw error;
    }),
  );
  const work = useBulkWork();
  const submission = useSubmit(async () => {
    if (change) await finishFragment(await work.run(() => overExisting(() => changeBooks({ selection, change }))));
  });
  const putInto = async () => {
    if (values && (await stage({ selection, values, title: t('book.change_heading') })))
      await finishFragment(undefined);
  };
  const isIdle = !figures.foreseen || figures.foreseen.changed === 0;
  const into = <IntoButton disabled={isIdle || !values || submission.pending} onClick={() => void putInto()} />;
  return (
    <Stack onSubmit={submission.submit} as="form">
      <h2>{t('book.change_heading')}</h2>
      <FormProblem of={submission} title={t('book.change_failed')} />
      <ChangeField
        choices={choices}
        onChange={(chosen, given = chosen) => setChosen({ change: chosen, values: given })}
      />
      {gone !== null && <p role="status">{gone}</p>}
      {isEmpty ? <p>{t('book.change_nothing')}</p> : <ChangeFigures of={figures} />}
      {work.running && <WorkProgress of={work} />}
      <Acts>
        <NowOrInto into={into}>
          {(variant) => (
            <Button variant={variant} type="submit" busy={submission.pending} disabled={isIdle}>
              {t('book.change_act', { count: figures.foreseen?.changed ?? 0 })}
            </Button>
          )}
        </NowOrInto>
      </Acts>
    </Stack>
  );
}

/** The effect of a change: how many books change, already have the value, or are left alone, and why. */
function ChangeFigures({ of: { foreseen, problem } }: { of: Figures }) {
  const t = useT<BookWords>();
  return (
    <Stack gap={4} role="status">
      {problem !== null && <Text tone="problem">{problem}</Text>}
      {foreseen && (
        <>
          <p>
            <b>
              {foreseen.changed === 0 ? t('book.change_none') : t('book.change_changed', { count: foreseen.changed })}
            </b>
          </p>
          {foreseen.same > 0 && <p>{t('book.change_same', { count: foreseen.same })}</p>}
          {foreseen.refused.count > 0 && <p>{t('book.change_refused', { count: foreseen.refused.count })}</p>}
          {foreseen.refused.reasons.length > 0 && (
            <ul>
              {foreseen.refused.reasons.map((reason) => (
                <li key={reason.message}>{t('book.change_reason', reason)}</li>
              ))}
            </ul>
          )}
        </>
      )}
    </Stack>
  );
}
