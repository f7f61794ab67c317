import { useFormat, useT } from '../interface.tsx';
import { Button } from '../kit/button.tsx';
import { Inline } from '../kit/layout.tsx';
import { Note } from '../kit/note.tsx';
import styles from './draft-offer.module.css';
import type { RecordValues } from './record-values.rules.ts';
import type { RecordForm } from './use-record-form.ts';

/** Offers to restore what was typed here before a reload or a crash. */
export function DraftOffer<Values extends RecordValues>({ of: { draft } }: { of: RecordForm<Values> }) {
  const t = useT();
  const format = useFormat();
  if (!draft) return null;
  return (
    <Note tone="warn" className={styles.offer}>
      <Inline tight>
        <span role="status">{t('form.draft', { time: format.dateTime(draft.at) })}</span>
        <Button variant="primary" onClick={draft.restore}>
          {t('form.draft_restore')}
        </Button>
        <Button onClick={draft.discard}>{t('form.discard')}</Button>
      </Inline>
    </Note>
  );
}
