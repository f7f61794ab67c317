import { Button, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useT } from '../interface.tsx';
import { type SavedTitle, StaleTitle, savedTitle } from './stale-title.tsx';
import styles from './title-editor.module.css';
import { useSubmit } from './use-submit.ts';
import { useUnsaved } from './use-unsaved.ts';

interface TitleEditorProps {
  initial: SavedTitle;
  /** The error message before the reason. */
  failed: string;
  onSave: (title: string, version: number) => Promise<void>;
  /** Closes the editor and shows the stored title. */
  onDone: (stored: SavedTitle) => void;
}

/** A title edited in place: Enter saves, Escape leaves it as it was. */
export function TitleEditor({ initial, failed, onSave, onDone }: TitleEditorProps) {
  const t = useT();
  const [title, setTitle] = useState(initial.title);
  const base = useRef(initial);
  const form = useUnsaved<HTMLFormElement>(title !== initial.title);
  const submission = useSubmit(async () => {
    const wanted = title.trim();
    const { title: stored, version } = base.current;
    await onSave(wanted, version);
    onDone({ title: wanted, version: wanted === stored ? version : version + 1 });
  });
  const problem = submission.message === null ? undefined : `${failed} ${submission.message}`;
  const saved = savedTitle(submission.error);
  const saveMine = (over: SavedTitle) => {
    base.current = over;
    submission.retry();
  };
  return (
    <form ref={form} className={styles.form} onSubmit={submission.submit} noValidate>
      <div className={styles.field}>
        <TextInput
          aria-label={t('common.title')}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Escape' && onDone(base.current)}
          error={submission.fieldError('title') ?? problem}
          maxLength={200}
          autoFocus
        />
        {saved && <StaleTitle saved={saved} onMine={() => saveMine(saved)} onTheirs={() => onDone(saved)} />}
      </div>
      <Button type="submit" loading={submission.pending}>
        {t('common.save')}
      </Button>
      <Button variant="default" onClick={() => onDone(base.current)}>
        {t('common.cancel')}
      </Button>
    </form>
  );
}
