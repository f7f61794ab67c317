import { useState } from 'react';
import type { ImportWords, ShownColumn, ShownImport, ShownRow } from '#features/import/import-pages.public.ts';
import type { PreviewFilter } from '#features/import/import-rules.public.ts';
import type { RecordWarning } from '#kernel/records/record-parts.ts';
import type { ColumnsState } from '#kernel/sheets/sheet-columns.contract.ts';
import { Text } from '#ui/kit/text.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { Note } from '#ui/kit/note.tsx';
import { Discard, ImportActions } from '../frame/import-actions.tsx';
import { ChangeColumns, ImportColumns } from '../frame/import-columns.tsx';
import { ImportFrame, NextStep } from '../frame/import-frame.tsx';
import { KeptBooks } from '../frame/import-kept.tsx';
import { ImportPreview } from '../frame/import-preview.tsx';
import { AlteredNotes, SheetNotes } from '../frame/sheet-notes.tsx';
import { callImport, useImport } from '../frame/use-import.ts';
import { MissingTitles } from './missing-titles.tsx';

interface ImportWizardProps {
  state: ShownImport;
  /** What other features say of it. */
  warnings: RecordWarning[];
  /** The question about the columns of its sheet, if they have to be chosen. */
  match: ColumnsState | null;
  /** Its columns can be chosen again. */
  matchable: boolean;
  columns: ShownColumn[];
  rows: ShownRow[];
  filter: PreviewFilter;
  page: number;
  size: number;
}

/** The first step of an import: its effect, and what must be corrected first. */
export default function ImportWizard(props: ImportWizardProps) {
  const t = useT<ImportWords>();
  const format = useFormat();
  const [shown] = useState({ filter: props.filter, page: props.page });
  const office = useImport(props.state, props.rows, shown);
  const { state } = office;
  const open = state.status === 'ready';
  if (props.match) {
    return (
      <ImportFrame state={state} current="isbn">
        <ImportColumns state={state} open={props.match} />
        {!open && <Discard state={state} />}
      </ImportFrame>
    );
  }
  return (
    <ImportFrame state={state} current="isbn">
      {state.status === 'applied' && <NextStep state={state} from="isbn" />}
      {state.problem && <Note tone="problem">{state.problem}</Note>}
      {props.warnings.map(({ title, line, href, act }) => (
        <Note key={title} tone="warn">
          <span>
            <b>{title}</b> {line} <a href={href}>{act}</a>
          </span>
        </Note>
      ))}
      {state.unknown_columns.length > 0 && (
        <Note tone="warn">
          {state.unknown_columns.map((name) => (
            <div key={name}>{t('import.column_unknown', { name })}</div>
          ))}
        </Note>
      )}
      {state.notes && (
        <SheetNotes
          notes={state.notes}
          rows={state.row_count}
          busy={office.busy}
          acts={
            open
              ? {
                  leaveOutHidden: () =>
                    void office.run(() =>
                      callImport('PUT /api/v1/import/:import_idx/drop', {
                        params: { import_idx: state.import_idx },
                        body: { rows: 'hidden', dropped: true },
                      }),
                    ),
                  fill: () =>
                    void office.run(() =>
                      callImport('PUT /api/v1/import/:import_idx/fill', {
                        params: { import_idx: state.import_idx },
                        body: {},
                      }),
                    ),
                }
              : undefined
          }
        />
      )}
      <AlteredNotes
        altered={state.altered}
        busy={office.busy}
        onLeaveOut={
          open
            ? () =>
                void office.run(() =>
                  callImport('PUT /api/v1/import/:import_idx/unalter', {
                    params: { import_idx: state.import_idx },
                    body: {},
                  }),
                )
            : undefined
        }
      />
      <Text tone="soft" below={12}>
        {state.created_by} · {format.dateTime(state.created_at)}
        {state.undone_by !== null &&
          ` · ${t('import.undone_by', { name: state.undone_by, time: format.dateTime(state.undone_at) })}`}
        {open && props.matchable && (
          <>
            {' · '}
            <ChangeColumns importIdx={state.import_idx} />
          </>
        )}
      </Text>
      {state.kept.length > 0 && <KeptBooks kept={state.kept} count={state.kept_count} />}
      {open && state.missing.length > 0 && <MissingTitles office={office} />}
      <ImportPreview
        office={office}
        columns={props.columns}
        filter={props.filter}
        page={props.page}
        size={props.size}
      />
      <ImportActions office={office} />
    </ImportFrame>
  );
}
