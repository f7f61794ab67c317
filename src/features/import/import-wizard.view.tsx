import { Button } from '@mantine/core';
import { useState } from 'react';
import { openFragment } from '#client/dialogs.ts';
import { PageHead } from '#ui/page-head.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { ImportActions } from './import-actions.tsx';
import { ImportDone } from './import-done.tsx';
import { ImportMissing } from './import-missing.tsx';
import { ImportPreview } from './import-preview.tsx';
import { ImportSteps } from './import-steps.tsx';
import { useImport } from './use-import.ts';
import type { ImportWords } from './import.messages.ts';
import type { PreviewFilter } from './import-preview.rules.ts';
import type { ShownColumn, ShownRow } from './import-preview.service.ts';
import type { ShownImport } from './import-state.service.ts';
import styles from './import.module.css';

interface ImportWizardProps {
  state: ShownImport;
  columns: ShownColumn[];
  rows: ShownRow[];
  filter: PreviewFilter;
  page: number;
  size: number;
}

/** One import: what it would change, what must be corrected first, and what became of it. */
export default function ImportWizard(props: ImportWizardProps) {
  const t = useT<ImportWords>();
  const format = useFormat();
  const [place] = useState({ filter: props.filter, page: props.page });
  const office = useImport(props.state, props.rows, place);
  const { state } = office;
  const open = state.status === 'ready';
  const finished = state.status === 'applied' || state.status === 'undone';
  return (
    <>
      <PageHead title={state.file_name ?? t('import.source_call')} count={t('table.total', { count: state.row_count })}>
        {state.file_name !== null && <a href={`/api/v1/import/${state.import_idx}/file`}>{t('import.download')}</a>}
        <Button variant="default" onClick={() => void openFragment(`/audit/of/import/${state.import_idx}`)}>
          {t('common.history')}
        </Button>
      </PageHead>
      <ImportSteps current={finished ? 'done' : 'isbn'} loaded={finished} />
      {finished && <ImportDone office={office} />}
      {state.problem && (
        <p role="alert" className={styles.problem}>
          {state.problem}
        </p>
      )}
      <p className={styles.origin}>
        {state.created_by} · {format.dateTime(state.created_at)}
      </p>
      {open && state.missing.length > 0 && <ImportMissing office={office} />}
      <ImportActions office={office} />
      <ImportPreview
        office={office}
        columns={props.columns}
        filter={props.filter}
        page={props.page}
        size={props.size}
      />
    </>
  );
}
