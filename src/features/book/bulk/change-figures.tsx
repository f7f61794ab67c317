import { useT } from '#ui/interface.tsx';
import type { BookWords } from '../book.messages.ts';
import styles from './book-change.module.css';
import type { ChangeFigures as Figures } from './use-change-figures.ts';

/** The effect of a change: how many books change, already have the value, or are left alone, and why. */
export function ChangeFigures({ of: { foreseen, problem } }: { of: Figures }) {
  const t = useT<BookWords>();
  return (
    <div role="status" className={styles.figures}>
      {problem !== null && <p className={styles.problem}>{problem}</p>}
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
    </div>
  );
}
