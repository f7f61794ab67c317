import { useFormat, useT } from '#ui/interface.tsx';
import { batchHref } from '../batch/batch.rules.ts';
import type { CodeWords } from '../code.messages.ts';
import styles from './batch-memo.module.css';
import type { BatchRow } from './batch-rows.read.ts';

/** When a batch was made; and, collapsed until opened, its memo with a link to the history of its codes. */
export function BatchMemo({ cg_idx, created_at: at, memo }: Pick<BatchRow, 'cg_idx' | 'created_at' | 'memo'>) {
  const t = useT<CodeWords>();
  const format = useFormat();
  return (
    <details className={styles.memo}>
      <summary>
        {format.date(at)} · <span>{t('code.report_memo')}</span>
      </summary>
      {memo !== '' && <p>{memo}</p>}
      <a href={`${batchHref(cg_idx)}#history`}>{t('common.history')}</a>
    </details>
  );
}
