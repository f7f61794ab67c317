import { type ReactNode, useState } from 'react';
import { goOnAt, openFragment } from '#client/dialogs.ts';
import type { ImportWords, ShownImport } from '#features/import/import-pages.public.ts';
import type { ImportStep } from '#features/import/import-rules.public.ts';
import { stepAfter, stepHref } from '#features/import/import-rules.public.tsx';
import { useAct } from '#ui/form/use-act.ts';
import { useReturnedFocus } from '#ui/form/use-returned-focus.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { ImportSteps } from './import-steps.tsx';
import { callBooks } from './use-import.ts';

interface ImportFrameProps {
  state: ShownImport;
  current: ImportStep;
  children: ReactNode;
}

/** The frame of every step of an import: its source, its history, and links to the other steps. */
export function ImportFrame({ state, current, children }: ImportFrameProps) {
  const t = useT<ImportWords>();
  return (
    <>
      <PageHead title={useImportName(state)} count={t('table.total', { count: state.row_count })}>
        {state.file_name !== null && (
          <a href={`/api/v1/import/${state.import_idx}/file`} download>
            {t('import.download')}
          </a>
        )}
        <Button onClick={() => void openFragment(`/audit/of/import/${state.import_idx}`)}>{t('common.history')}</Button>
      </PageHead>
      <ImportSteps current={current} state={state} />
      {children}
    </>
  );
}

/** The name of an import: its file, or its kind of source. */
export function useImportName({ file_name, source }: Pick<ShownImport, 'file_name' | 'source'>): string {
  const t = useT<ImportWords>();
  return file_name ?? (source === 'books' ? t('import.source_books') : t('import.source_call'));
}

/** Goes on to the next step, whatever is left undone in this one: nothing in it is required. */
export function NextStep({ state, from }: { state: ShownImport; from: ImportStep }) {
  const t = useT<ImportWords>();
  const act = useAct();
  const [busy, setBusy] = useState(false);
  useReturnedFocus(busy);
  const step = stepAfter(from);
  if (step === 'isbn') return null;
  const go = async () => {
    setBusy(true);
    try {
      await callBooks('PUT /api/v1/import/:import_idx/step', {
        params: { import_idx: state.import_idx },
        body: { step },
      });
      goOnAt(stepHref(state.import_idx, step));
    } catch (error) {
      setBusy(false);
      throw error;
    }
  };
  return (
    <Inline whole end gap={0} below={12} above={12}>
      <Button busy={busy} onClick={() => act(go, t('import.error'))}>
        {step === 'done' ? t('import.finish') : t('import.next', { step: t(`import.step_${step}`) })}
      </Button>
    </Inline>
  );
}
