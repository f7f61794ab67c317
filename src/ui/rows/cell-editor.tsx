import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { notify } from '#client/dialogs.ts';
import { stage } from '#client/staged.ts';
import { CreateAgain } from '../form/create-again.tsx';
import { useAskWhere } from '../form/use-ask-where.ts';
import { type StoredText, useSaveOver } from '../form/use-save-over.ts';
import { useUnsaved } from '../form/use-unsaved.ts';
import { useT } from '../interface.tsx';
import { BareInput } from '../kit/bare-field.tsx';
import { Button } from '../kit/button.tsx';
import { Text } from '../kit/text.tsx';
import type { CellEdit } from '../table/column.ts';
import styles from './cell-editor.module.css';

/** Where the focus goes when a cell is left: to another cell, back to its row, or wherever it is already. */
export type LeaveTo = 'next' | 'previous' | 'below' | 'row' | 'away';

interface CellEditorProps<Row> {
  row: Row;
  edit: CellEdit<Row>;
  label: string;
  /** The text has been saved or discarded. */
  onLeave: (to: LeaveTo) => void;
}

/** A cell edited in place: Enter saves, and a sheet goes on below; Tab saves and goes on; Escape leaves it as it was. */
export function CellEditor<Row>({ row: shown, edit, label, onLeave }: CellEditorProps<Row>) {
  const t = useT();
  const askWhere = useAskWhere();
  // Saved over the row that it was typed over, whatever others have saved since.
  const [row] = useState(shown);
  const stored = edit.text(row);
  const [text, setText] = useState(stored);
  const to = useRef<LeaveTo>('row');
  const form = useUnsaved<HTMLFormElement>(text !== stored);
  const save = async ({ version }: StoredText<number | undefined>) => {
    const wanted = text.trim();
    if (edit.toStage && wanted !== stored && version === undefined) {
      const staged = edit.toStage(row, wanted);
      const where = await askWhere(`${staged.title}: ${label}`);
      if (where === undefined) return;
      if (where === 'release') {
        if (await stage(staged)) onLeave(to.current);
        return;
      }
    }
    const act = wanted === stored ? undefined : await edit.save(row, wanted, version);
    onLeave(to.current);
    const message = wanted === '' ? t('table.cell_emptied', { from: stored }) : t('table.cell_saved', { to: wanted });
    if (typeof act === 'number') void notify({ message, undo: act });
  };
  const { again } = edit;
  const submission = useSaveOver(
    { text: stored, version: undefined },
    edit.field,
    save,
    again && {
      lost: again.lost?.(row),
      create: async () => {
        const show = await again.create(row, text.trim());
        // Left first, so that leaving the page finds nothing unsaved.
        flushSync(() => onLeave('row'));
        show();
      },
    },
  );
  const leave = (where: LeaveTo) => {
    to.current = where;
    submission.submit();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      onLeave('row');
    } else if (event.key === 'Tab') {
      event.preventDefault();
      leave(event.shiftKey ? 'previous' : 'next');
    }
  };
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent<HTMLInputElement>) => {
    if (!currentTarget.form?.contains(relatedTarget) && document.hasFocus() && !submission.error) leave('away');
  };
  const { theirs } = submission;
  return (
    <form
      ref={form}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        leave('below');
      }}
      noValidate
    >
      <BareInput
        ref={focusAtOnce}
        aria-label={label}
        aria-invalid={submission.error !== null}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
        readOnly={submission.pending}
        maxLength={edit.max}
        autoComplete="off"
      />
      {submission.message !== null && (
        <Text tone="problem" above={4} role="alert">
          {submission.fieldError(edit.field) ?? `${edit.failed} ${submission.message}`}
          {theirs && ` ${t('error.stale_now', { text: theirs.text })}`}
        </Text>
      )}
      <CreateAgain of={submission} />
      {theirs && (
        <Text above={4}>
          <Button
            variant="quiet"
            onClick={() => {
              to.current = 'row';
              submission.saveMine();
            }}
          >
            {t('error.stale_mine')}
          </Button>
          <Button
            variant="quiet"
            onClick={() => {
              edit.take(row, theirs.text, theirs.version);
              onLeave('row');
            }}
          >
            {t('error.stale_theirs')}
          </Button>
        </Text>
      )}
    </form>
  );
}

/** Focuses the field when it appears and selects its content, so that typing replaces it. */
function focusAtOnce(input: HTMLInputElement | null): void {
  if (!input || input === document.activeElement) return;
  input.focus();
  input.select();
}
