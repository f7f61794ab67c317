import { alertMessage } from '#client/dialogs.ts';
import { useT } from '#ui/interface.tsx';
import type { ImportWords } from '../import.messages.ts';
import type { ShownImport } from '../import-state.service.ts';
import styles from './import-steps.module.css';
import { type ImportStep, importSteps, stepHref } from './import-steps.rules.ts';

interface ImportStepsProps {
  current: ImportStep;
  /** The import on the screen; there is none yet where a sheet is chosen. */
  state?: Pick<ShownImport, 'import_idx' | 'status' | 'step'>;
}

/** Where in the wizard one is. The steps after the first open once the ids of the books are loaded. */
export function ImportSteps({ current, state }: ImportStepsProps) {
  const t = useT<ImportWords>();
  const loaded = state?.status === 'applied';
  const reached = importSteps.indexOf(state?.step ?? 'isbn');
  return (
    <nav aria-label={t('import.steps')}>
      <ol className={styles.steps}>
        {importSteps.map((step, index) => {
          const content = (
            <>
              <span aria-hidden>{loaded && index < reached ? '✓' : index + 1}</span> {t(`import.step_${step}`)}
            </>
          );
          const here = step === current ? 'step' : undefined;
          if (index > 0 && !loaded) {
            return (
              <li key={step}>
                <button type="button" data-closed aria-current={here} onClick={() => void alertMessage(t('IMPR-12'))}>
                  {content}
                </button>
              </li>
            );
          }
          const href = state ? stepHref(state.import_idx, step) : '/book/import';
          return (
            <li key={step}>
              <a href={href} aria-current={here} data-done={(loaded && index < reached) || undefined}>
                {content}
              </a>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
