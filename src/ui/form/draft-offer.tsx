import { useFormat, useT } from '../interface.tsx';
import button from '../page/button.module.css';
import styles from './draft-offer.module.css';
import type { RecordValues } from './record-values.rules.ts';
import type { RecordForm } from './use-record-form.ts';

/** Offers to restore what was typed here before a reload or a crash. */
export function DraftOffer<Values extends RecordValues>({ of: { draft } }: { of: RecordForm<Values> }) {
  const t = useT();
  const format = useFormat();
  if (!draft) return null;
  return (
    <div className={styles.offer}>
      <span role="status">{t('form.draft', { time: format.dateTime(draft.at) })}</span>
      <button type="button" className={button.primary} onClick={draft.restore}>
        {t('form.draft_restore')}
      </button>
      <button type="button" className={button.button} onClick={draft.discard}>
        {t('form.discard')}
      </button>
    </div>
  );
}
