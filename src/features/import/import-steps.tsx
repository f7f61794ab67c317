import { alertMessage } from '#client/dialogs.ts';
import { useT } from '#ui/interface.tsx';
import type { ImportWords } from './import.messages.ts';
import styles from './import.module.css';

/** The steps of the wizard, in order. */
const steps = ['isbn', 'done'] as const;
export type ImportStep = (typeof steps)[number];

interface ImportStepsProps {
  current: ImportStep;
  /** Whether the ids of the books are loaded, which the steps after the first need. */
  loaded: boolean;
}

/** Where in the wizard one is. The later steps open once the books have their ids. */
export function ImportSteps({ current, loaded }: ImportStepsProps) {
  const t = useT<ImportWords>();
  const labels = { isbn: t('import.step_isbn'), done: t('import.step_done') };
  return (
    <nav aria-label={t('import.steps')}>
      <ol className={styles.steps}>
        {steps.map((step, index) => {
          const closed = index > 0 && !loaded;
          return (
            <li key={step}>
              <button
                type="button"
                aria-current={step === current ? 'step' : undefined}
                data-closed={closed || undefined}
                onClick={() => closed && void alertMessage(t('IMPR-12'))}
              >
                <span>{index + 1}</span> {labels[step]}
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
