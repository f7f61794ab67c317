import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { confirm } from '#client/dialogs.ts';
import { useT } from '../interface.tsx';
import { DraftOffer } from './draft-offer.tsx';
import type { RecordValues } from './record-values.rules.ts';
import styles from './save-bar.module.css';
import type { RecordForm } from './use-record-form.ts';

interface SaveBarProps<Values extends RecordValues> {
  of: RecordForm<Values>;
  /** Other buttons, and help. */
  children?: ReactNode;
}

/** Saves a long form from any scroll position, says how much is unsaved, and offers what an earlier visit left. */
export function SaveBar<Values extends RecordValues>({ of, children }: SaveBarProps<Values>) {
  const t = useT();
  const count = of.changed.length;
  const discard = async () => {
    const question = { title: t('form.discard_title'), body: t('form.unsaved', { count }), agree: t('form.discard') };
    if (await confirm({ ...question, danger: true })) of.discard();
  };
  return (
    <div className={styles.bar}>
      <DraftOffer of={of} />
      <Button type="submit" loading={of.submission.pending} aria-keyshortcuts="Control+S">
        {t('common.save')}
      </Button>
      {count > 0 && (
        <Button variant="default" disabled={of.submission.pending} onClick={() => void discard()}>
          {t('form.discard')}
        </Button>
      )}
      {children}
      <output className={styles.unsaved}>{count > 0 && t('form.unsaved', { count })}</output>
    </div>
  );
}
