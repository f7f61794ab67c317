import { useT } from '../interface.tsx';
import { Button } from '../kit/button.tsx';
import styles from './held-news.module.css';
import type { HeldRows } from './use-held-rows.ts';

/** Announces changes that are not shown yet, above the rows, without moving them. */
export function HeldNews<Row>({ of: { added, gone, isMoved, show } }: { of: HeldRows<Row> }) {
  const t = useT();
  const news = [
    added > 0 && t('live.rows_new', { count: added }),
    gone.size > 0 && t('live.rows_gone', { count: gone.size }),
    isMoved && t('live.rows_moved'),
  ].filter(Boolean);
  return (
    <div className={styles.news} role="status">
      {news.length > 0 && (
        <span className={styles.pill}>
          {news.join(', ')}{' '}
          <Button variant="link" onClick={show}>
            {t('live.show')}
          </Button>
        </span>
      )}
    </div>
  );
}
