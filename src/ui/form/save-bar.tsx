import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { confirm } from '#client/dialogs.ts';
import { type Staged, stage } from '#client/staged.ts';
import { useT } from '../interface.tsx';
import { DraftOffer } from './draft-offer.tsx';
import type { RecordValues } from './record-values.rules.ts';
import styles from './save-bar.module.css';
import type { RecordForm } from './use-record-form.ts';
import { useSaveKeys } from './use-save-keys.ts';

interface SaveBarProps<Values extends RecordValues> {
  of: RecordForm<Values>;
  /** What would be saved, for a record that releases change. */
  toStage?: ((of: RecordForm<Values>) => Staged) | undefined;
  /** Other buttons, and help. */
  children?: ReactNode;
}

/** Saves a long form from any scroll position, says how much is unsaved, and offers what an earlier visit left. */
export function SaveBar<Values extends RecordValues>({ of, toStage, children }: SaveBarProps<Values>) {
  const t = useT();
  const count = of.changed.length;
  const discard = async () => {
    const question = { title: t('form.discard_title'), body: t('form.unsaved', { count }), agree: t('form.discard') };
    if (await confirm({ ...question, danger: true })) of.discard();
  };
  const saveInto = async (staged: Staged) => {
    if (await stage(staged)) of.discard();
  };
  const canStage = toStage !== undefined && count > 0 && !of.submission.pending;
  useSaveKeys({ saveInto: canStage ? () => void saveInto(toStage(of)) : undefined });
  return (
    <div className={styles.bar}>
      <DraftOffer of={of} />
      <Button type="submit" loading={of.submission.pending} aria-keyshortcuts="Control+S">
        {t('common.save')}
      </Button>
      {toStage && count > 0 && (
        <Button
          variant="default"
          disabled={of.submission.pending}
          aria-keyshortcuts="Control+Shift+S"
          onClick={() => void saveInto(toStage(of))}
        >
          {t('form.into_release')}
        </Button>
      )}
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
