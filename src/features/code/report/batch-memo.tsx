import { useT } from '#ui/interface.tsx';
import { batchHref } from '../batch/batch.rules.ts';
import type { CodeWords } from '../code.messages.ts';
import styles from './batch-memo.module.css';

/** The memo of a batch with a link to the history of its codes, collapsed until opened. */
export function BatchMemo({ cg_idx, memo }: { cg_idx: number; memo: string }) {
  const t = useT<CodeWords>();
  return (
    <details className={styles.memo}>
      <summary>{t('code.report_memo')}</summary>
      {memo !== '' && <p>{memo}</p>}
      <a href={`${batchHref(cg_idx)}#history`}>{t('common.history')}</a>
    </details>
  );
}
