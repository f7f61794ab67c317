import { useState } from 'react';
import { ApiError } from '#client/api.ts';
import { confirm, goOnAt, leaveWith, notify, reloadWith } from '#client/dialogs.ts';
import { upload } from '#client/upload/upload.ts';
import type { ImportWords, SheetState, ShownImport } from '#features/import/import-pages.public.ts';
import type { SentenceFilter } from '#features/import/import-rules.public.ts';
import {
  maxSheetBytes,
  sentenceColumns,
  sentenceFilters,
  stepAfter,
  stepHref,
} from '#features/import/import-rules.public.tsx';
import type { AccountState } from '#features/spreadsheet/spreadsheet.public.ts';
import type { ColumnsState } from '#kernel/sheets/sheet-columns.contract.ts';
import { useReturnedFocus } from '#ui/form/use-returned-focus.ts';
import { useT } from '#ui/interface.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Uploader } from '#ui/upload/uploader.tsx';
import { untilGone } from '#ui/upload/use-upload.ts';
import { ChooseColumns } from '../frame/choose-columns.tsx';
import { ImportFilters } from '../frame/import-filters.tsx';
import { ImportFrame, NextStep } from '../frame/import-frame.tsx';
import { SheetNotes } from '../frame/sheet-notes.tsx';
import { TemplateLinks } from '../frame/template-links.tsx';
import { SentenceRows } from './sentence-rows.tsx';
import { SheetActions } from './sheet-actions.tsx';
import { callLink, readingMs, SheetLink } from './sheet-link.tsx';
import { callSentences, useSentenceRows } from './use-sentence-rows.ts';

interface SentencesStepProps {
  state: ShownImport;
  sheet: SheetState | null;
  filter: SentenceFilter;
  account: AccountState;
}

/** The words and sentences step: their sheet, its problems, and writing it. */
export default function SentencesStep({ state, sheet, filter, account }: SentencesStepProps) {
  return (
    <ImportFrame state={state} current="sentences">
      <SheetUploader importIdx={state.import_idx} />
      <TemplateLinks sheet="sentences" />
      <SheetLink
        account={account}
        here={stepHref(state.import_idx, 'sentences')}
        read={async (link) => {
          const params = { import_idx: state.import_idx };
          await callLink('POST /api/v1/import/:import_idx/sentence/link', {
            params,
            body: { link },
            timeoutMs: readingMs,
          });
          goOnAt(stepHref(state.import_idx, 'sentences'));
        }}
      />
      {sheet?.columns && <SentenceColumns importIdx={state.import_idx} sheet={sheet} open={sheet.columns} />}
      {sheet?.columns === null && <Sheet key={sheet.file_name} state={state} sheet={sheet} filter={filter} />}
      <NextStep state={state} from="sentences" />
    </ImportFrame>
  );
}

function SheetUploader({ importIdx }: { importIdx: number }) {
  const t = useT<ImportWords>();
  return (
    <Stack as="section" gap={0} below={8} aria-label={t('import.choose')}>
      <Uploader
        isMain
        label={t('import.choose')}
        kinds="XLSX, CSV"
        hint={t('import.choose_sentences_hint')}
        accept={['.xlsx', '.csv']}
        maxBytes={maxSheetBytes}
        multiple={false}
        failed={t('import.error')}
        check={async () => null}
        send={async ([file], options) => {
          const form = new FormData();
          if (file) form.append('file', file);
          await upload(`/api/v1/import/${importIdx}/sentence`, form, options);
          goOnAt(stepHref(importIdx, 'sentences'));
          await untilGone();
        }}
      />
    </Stack>
  );
}

/** Asks for the columns of a sheet with unknown headings. */
function SentenceColumns({ importIdx, sheet, open }: { importIdx: number; sheet: SheetState; open: ColumnsState }) {
  const params = { import_idx: importIdx };
  return (
    <ChooseColumns
      open={open}
      needed={sentenceColumns}
      below={(heading_row) =>
        callSentences('GET /api/v1/import/:import_idx/sentence/column', { params, query: { heading_row } })
      }
      choose={async (columns) => {
        const body = { ...columns, version: sheet.version };
        await callSentences('PUT /api/v1/import/:import_idx/sentence/column', { params, body });
        goOnAt(stepHref(importIdx, 'sentences'));
      }}
    />
  );
}

interface SheetProps extends Omit<SentencesStepProps, 'account'> {
  sheet: SheetState;
}

function Sheet({ state, sheet: before, filter }: SheetProps) {
  const t = useT<ImportWords>();
  const [sheet, setSheet] = useState(before);
  const [busy, setBusy] = useState(false);
  useReturnedFocus(busy);
  const params = { import_idx: state.import_idx };
  const rows = useSentenceRows(state.import_idx, filter);
  /** Runs an act that returns the updated sheet; a failure is shown, and nothing is lost. */
  const run = async (act: () => Promise<{ results: SheetState }>): Promise<SheetState | null> => {
    setBusy(true);
    try {
      const { results } = await act();
      setSheet(results);
      // No rows are left under this filter: show all, with a notice.
      if (filter !== 'all' && results.counts[filter] === 0)
        leaveWith(
          t('import.none_left', { filter: t(`import.filter_${filter}`) }),
          stepHref(state.import_idx, 'sentences'),
        );
      else await rows.reload();
      return results;
    } catch (error) {
      const message = error instanceof Error ? error.message : t('error.network');
      // The screen is stale: reload it.
      if (error instanceof ApiError && error.status === 409) reloadWith(message);
      else void notify({ title: t('import.error'), message, tone: 'problem' });
      return null;
    } finally {
      setBusy(false);
    }
  };
  const drop = (which: 'rejected' | 'hidden' | number[], dropped: boolean) =>
    run(() =>
      callSentences('PUT /api/v1/import/:import_idx/sentence/drop', { params, body: { rows: which, dropped } }),
    );
  const apply = async () => {
    const done = await run(() => callSentences('POST /api/v1/import/:import_idx/sentence/apply', { params }));
    const written = done?.written;
    if (written) leaveWith(t('import.sentences_written', written), stepHref(state.import_idx, stepAfter('sentences')));
  };
  const discard = async () => {
    const agree = t('import.discard');
    if (!(await confirm({ title: agree, body: t('import.sentences_discard_confirm'), agree, danger: true }))) return;
    await callSentences('DELETE /api/v1/import/:import_idx/sentence', { params });
    reloadWith(t('import.sentences_discarded'));
  };
  const open = sheet.applied_at === 0;
  const counts = { all: sheet.counts.all, rejected: sheet.counts.rejected, dropped: sheet.counts.dropped };
  return (
    <>
      <SheetActions
        importIdx={state.import_idx}
        sheet={sheet}
        busy={busy}
        onApply={() => void apply()}
        onDropRejected={() => void drop('rejected', true)}
        onDiscard={discard}
      />
      {sheet.notes && (
        <SheetNotes
          notes={sheet.notes}
          rows={sheet.counts.all}
          busy={busy}
          acts={
            open
              ? {
                  leaveOutHidden: () => void drop('hidden', true),
                  fill: () =>
                    void run(() => callSentences('PUT /api/v1/import/:import_idx/sentence/fill', { params, body: {} })),
                }
              : undefined
          }
        />
      )}
      <ImportFilters
        path={stepHref(state.import_idx, 'sentences')}
        current={filter}
        unnamed="all"
        tabs={sentenceFilters
          .filter((name) => name === 'all' || name === filter || counts[name] > 0)
          .map((name) => ({ name, label: t(`import.filter_${name}`), count: counts[name] }))}
      />
      <SentenceRows
        rows={rows}
        count={counts[filter]}
        filter={filter}
        editable={open}
        onDrop={(row, dropped) => void drop([row], dropped)}
        onCorrect={async (row_no, column, text) => {
          const body = { cells: { [column]: text } };
          const rowParams = { ...params, row_no };
          const done = await run(() =>
            callSentences('PUT /api/v1/import/:import_idx/sentence/:row_no', { params: rowParams, body }),
          );
          return done !== null;
        }}
      />
    </>
  );
}
