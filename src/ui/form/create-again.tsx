import { useT } from '../interface.tsx';
import { Button } from '../kit/button.tsx';
import styles from './create-again.module.css';
import type { Submission } from './use-submit.ts';

/** For a record that somebody has deleted: says what does not come back, and creates it again. */
export function CreateAgain({ of: { again } }: { of: Submission }) {
  const t = useT();
  if (!again) return null;
  return (
    <div className={styles.again}>
      {again.lost !== undefined && <small>{again.lost}</small>}
      <Button size="small" onClick={again.create}>
        {t('form.create_again')}
      </Button>
    </div>
  );
}
