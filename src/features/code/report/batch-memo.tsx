import { useT } from '#ui/interface.tsx';
import type { CodeWords } from '../code.messages.ts';
import styles from './batch-memo.module.css';

/** The memo of a batch, folded until somebody opens it. */
export function BatchMemo({ memo }: { cg_idx: number; memo: string }) {
  const t = useT<CodeWords>();
  if (memo === '') return null;
  return (
    <details className={styles.memo}>
      <summary>{t('code.report_memo')}</summary>
      <p>{memo}</p>
    </details>
  );
}
