import { useT } from '../interface.tsx';
import button from '../page/button.module.css';
import styles from './create-again.module.css';
import type { Submission } from './use-submit.ts';

/** For a record that somebody has deleted: says what does not come back, and creates it again. */
export function CreateAgain({ of: { again } }: { of: Submission }) {
  const t = useT();
  if (!again) return null;
  return (
    <div className={styles.again}>
      {again.lost !== undefined && <small>{again.lost}</small>}
      <button type="button" className={button.small} onClick={again.create}>
        {t('form.create_again')}
      </button>
    </div>
  );
}
