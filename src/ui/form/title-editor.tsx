import { Inline } from '#ui/kit/layout.tsx';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useT } from '../interface.tsx';
import { Button } from '../kit/button.tsx';
import { Input } from '../kit/input.tsx';
import { CreateAgain } from './create-again.tsx';
import { FieldMarks } from './field-marks.tsx';
import { StaleChoice } from './stale-choice.tsx';
import styles from './title-editor.module.css';
import { type StoredText, useSaveOver } from './use-save-over.ts';
import { useUnsaved } from './use-unsaved.ts';

/** A title and the version it is stored with. */
export interface SavedTitle {
  title: string;
  version: number;
}

interface TitleEditorProps {
  /** The record that it is the title of, by the kind and id of its changes. */
  of: { kind: string; id: string | number };
  initial: SavedTitle;
  /** The error message before the reason. */
  failed: string;
  /** Saves the title; returns the number of the act. */
  onSave: (title: string, version: number) => Promise<number | undefined>;
  /** Creates a record that somebody has deleted with this title; resolves to what shows it. */
  again: { create: (title: string) => Promise<() => void>; lost?: string };
  /** Closes the editor and shows the stored title; `act` is what this editor did. */
  onDone: (stored: SavedTitle, act?: number) => void;
}

/** A title edited in place: Enter saves, Escape leaves it as it was. */
export function TitleEditor({ of, initial, failed, onSave, again, onDone }: TitleEditorProps) {
  const t = useT();
  const [title, setTitle] = useState(initial.title);
  const form = useUnsaved<HTMLFormElement>(title !== initial.title);
  const stored = { text: initial.title, version: initial.version };
  const save = async (base: StoredText) => {
    const wanted = title.trim();
    const act = await onSave(wanted, base.version);
    onDone({ title: wanted, version: wanted === base.text ? base.version : base.version + 1 }, act);
  };
  const submission = useSaveOver(stored, 'title', save, {
    ...again,
    create: async () => {
      const show = await again.create(title.trim());
      // Closed first, so that leaving the page finds nothing unsaved.
      flushSync(() => done(stored));
      show();
    },
  });
  const done = ({ text, version }: StoredText) => onDone({ title: text, version });
  const problem = submission.message === null ? undefined : `${failed} ${submission.message}`;
  return (
    <Inline ref={form} as="form" low tight onSubmit={submission.submit} noValidate>
      <div className={styles.field}>
        <FieldMarks of={of}>
          <Input
            name="title"
            label={t('common.title')}
            value={title}
            onChange={(event) => setTitle(event.currentTarget.value)}
            onKeyDown={(event) => event.key === 'Escape' && done(submission.base())}
            error={submission.fieldError('title') ?? problem}
            maxLength={200}
            autoFocus
          />
        </FieldMarks>
        <StaleChoice of={submission} onTheirs={done} />
        <CreateAgain of={submission} />
      </div>
      <Button onClick={() => done(submission.base())}>{t('common.cancel')}</Button>
      <Button variant="primary" type="submit" busy={submission.pending}>
        {t('common.save')}
      </Button>
    </Inline>
  );
}
