import { useT } from '../interface.tsx';
import styles from './missing-ids.module.css';

/** The ids of a pasted list that no row has. */
export function MissingIds({ ids }: { ids: readonly string[] | undefined }) {
  const t = useT();
  if (ids === undefined || ids.length === 0) return null;
  return (
    <p className={styles.missing} role="status">
      {t('table.missing_ids', { count: ids.length, ids: ids.join(', ') })}
    </p>
  );
}
