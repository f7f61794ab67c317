import { Text } from '#ui/kit/text.tsx';
import type { ReactNode } from 'react';
import { confirm } from '#client/dialogs.ts';
import { type Staged, stage } from '#client/staged.ts';
import { useInterface, useT } from '../interface.tsx';
import { Button } from '../kit/button.tsx';
import { Inline } from '../kit/layout.tsx';
import { DraftOffer } from './draft-offer.tsx';
import { IntoButton, NowOrInto } from './into-button.tsx';
import type { FieldOf, RecordValues } from './record-values.rules.ts';
import styles from './save-bar.module.css';
import { hasUnreadInput } from './unread-input.ts';
import type { RecordForm } from './use-record-form.ts';
import { useSaveKeys } from './use-save-keys.ts';

interface SaveBarProps<Values extends RecordValues> {
  of: RecordForm<Values>;
  /** What would be saved, for a record that releases change. */
  toStage?: ((of: RecordForm<Values>) => Staged) | undefined;
  /** What a field is called: the bar names the changed ones. */
  labelOf?: (name: FieldOf<Values>) => string;
  /** Said while nothing is changed. */
  help?: ReactNode;
  /** Other buttons. */
  children?: ReactNode;
}

// More are counted only. Names.
const named = 4;

/** Saves a long form from any scroll position, says how much is unsaved, and offers what an earlier visit left. */
export function SaveBar<Values extends RecordValues>(props: SaveBarProps<Values>) {
  const { of, toStage, labelOf, help, children } = props;
  const t = useT();
  const count = of.changed.length;
  const discard = async () => {
    const question = { title: t('form.discard_title'), body: t('form.unsaved', { count }), agree: t('form.discard') };
    if (await confirm({ ...question, danger: true })) of.discard();
  };
  const saveInto = async (staged: Staged) => {
    if (of.ref.current && hasUnreadInput(of.ref.current)) return;
    if (await stage(staged)) of.discard();
  };
  const canStage = toStage !== undefined && count > 0 && !of.submission.pending;
  const isWorking = useInterface().working !== null && toStage !== undefined;
  // While the reader works on a release it stays, so that nothing moves under the pointer.
  const into = toStage && <IntoButton disabled={!canStage} onClick={() => void saveInto(toStage(of))} />;
  useSaveKeys({ saveInto: canStage ? () => void saveInto(toStage(of)) : undefined });
  return (
    <Inline gap={10} className={styles.bar} data-bar>
      <DraftOffer of={of} />
      {children}
      <small>{count > 0 && labelOf ? namesOf(of.changed.map(labelOf)) : help}</small>
      <Text as="output" tone="warn" last>
        {count > 0 && t('form.unsaved', { count })}
      </Text>
      {count > 0 && (
        <Button disabled={of.submission.pending} onClick={() => void discard()}>
          {t('form.discard')}
        </Button>
      )}
      <NowOrInto into={(isWorking || count > 0) && into}>
        {(variant) => (
          <Button variant={variant} type="submit" busy={of.submission.pending} aria-keyshortcuts="Control+S">
            {t(variant === 'default' ? 'form.save_now' : 'common.save')}
          </Button>
        )}
      </NowOrInto>
    </Inline>
  );
}

const namesOf = (labels: readonly string[]) => labels.slice(0, named).join(', ') + (labels.length > named ? ', …' : '');
