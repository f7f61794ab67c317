import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useT } from './interface.tsx';
import styles from './title-editor.module.css';
import { useSubmit } from './use-submit.ts';
import { useUnsaved } from './use-unsaved.ts';

interface TitleEditorProps {
  initial: string;
  onSave: (title: string) => Promise<void>;
  onCancel: () => void;
}

/** A title edited in place: Enter saves, Escape leaves it as it was. */
export function TitleEditor({ initial, onSave, onCancel }: TitleEditorProps) {
  const t = useT();
  const [title, setTitle] = useState(initial);
  const form = useUnsaved<HTMLFormElement>(title !== initial);
  const submission = useSubmit(() => onSave(title.trim()));
  return (
    <form ref={form} className={styles.form} onSubmit={submission.submit} noValidate>
      <TextInput
        aria-label={t('common.title')}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && onCancel()}
        error={submission.fieldError('title') ?? submission.message}
        maxLength={200}
        autoFocus
      />
      <Button type="submit" loading={submission.pending}>
        {t('common.save')}
      </Button>
      <Button variant="default" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
    </form>
  );
}
