import { openFragment } from '#client/dialogs.ts';
import { useT } from '#ui/interface.tsx';
import button from '#ui/page/button.module.css';
import type { CodeWords } from '../code.messages.ts';
import styles from './batch-memo.module.css';

/** The memo of a batch with a link to its code changes and their memos, collapsed until opened. */
export function BatchMemo({ cg_idx, memo }: { cg_idx: number; memo: string }) {
  const t = useT<CodeWords>();
  return (
    <details className={styles.memo}>
      <summary>{t('code.report_memo')}</summary>
      {memo !== '' && <p>{memo}</p>}
      <button type="button" className={button.link} onClick={() => void openFragment(`/code/batch/changes/${cg_idx}`)}>
        {t('code.batch_changes')}
      </button>
    </details>
  );
}
