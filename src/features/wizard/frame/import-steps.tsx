import type { MouseEvent } from 'react';
import { alertMessage } from '#client/dialogs.ts';
import { goTo } from '#client/office-path.ts';
import type { ImportWords, ShownImport } from '#features/import/import-pages.public.ts';
import type { ImportStep } from '#features/import/import-rules.public.ts';
import { importSteps, stepHref } from '#features/import/import-rules.public.tsx';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import styles from './import-steps.module.css';
import { callBooks } from './use-import.ts';

interface ImportStepsProps {
  current: ImportStep;
  /** The import on the screen; undefined while a sheet is being chosen. */
  state?: Pick<ShownImport, 'import_idx' | 'status' | 'step' | 'done_steps'>;
}

/** The current step, and the steps done. The steps after the first open once the ids of the books are loaded. */
export function ImportSteps({ current, state }: ImportStepsProps) {
  const t = useT<ImportWords>();
  const loaded = state?.status === 'applied';
  return (
    <nav aria-label={t('import.steps')}>
      <ol className={styles.steps}>
        {importSteps.map((step, index) => {
          const done = state?.done_steps.includes(step) || (step === 'done' && state?.step === 'done');
          const content = (
            <>
              <span aria-hidden>{done ? '✓' : index + 1}</span> {t(`import.step_${step}`)}
            </>
          );
          const here = step === current ? 'step' : undefined;
          if (index > 0 && !loaded) {
            return (
              <li key={step}>
                <Button variant="bare" data-closed aria-current={here} onClick={() => void alertMessage(t('IMPR-12'))}>
                  {content}
                </Button>
              </li>
            );
          }
          const href = state ? stepHref(state.import_idx, step) : '/book/import';
          const ahead = loaded && index > importSteps.indexOf(state.step);
          return (
            <li key={step}>
              <a
                href={href}
                aria-current={here}
                data-done={done || undefined}
                onClick={ahead && step !== 'isbn' ? (event) => goAhead(event, state.import_idx, step) : undefined}
              >
                {content}
              </a>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

type LaterStep = Exclude<ImportStep, 'isbn'>;

/** Skipping steps moves the import to the opened one, for the next person who continues it. */
function goAhead(event: MouseEvent<HTMLAnchorElement>, importIdx: number, step: LaterStep): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const { href } = event.currentTarget;
  const go = () => goTo(href);
  const params = { import_idx: importIdx };
  // If the import cannot be moved, the step is opened anyway.
  callBooks('PUT /api/v1/import/:import_idx/step', { params, body: { step } }).then(go, go);
}
