import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { finishFragment } from '#client/dialogs.ts';
import { FormProblem } from './form-problem.tsx';
import { useT } from './interface.tsx';
import { useSubmit } from './use-submit.ts';
import { useUnsaved } from './use-unsaved.ts';

interface TitleFormProps {
  heading: string;
  initial?: string;
  /** Saves the title; what it answers is what the dialog finishes with. */
  onSave: (title: string) => Promise<unknown>;
}

/** The form of a record that is a title alone. */
export function TitleForm({ heading, initial = '', onSave }: TitleFormProps) {
  const t = useT();
  const [title, setTitle] = useState(initial);
  const form = useUnsaved<HTMLFormElement>(title !== initial);
  const submission = useSubmit(async () => {
    await finishFragment(await onSave(title));
  });
  const fieldError = submission.fieldError('title');
  return (
    <form ref={form} onSubmit={submission.submit} noValidate>
      <h2>{heading}</h2>
      {!fieldError && <FormProblem of={submission} />}
      <TextInput
        label={t('common.title')}
        name="title"
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
        error={fieldError}
        maxLength={200}
        required
        autoComplete="off"
      />
      <Group justify="end" mt="lg">
        <Button type="submit" loading={submission.pending}>
          {t('common.save')}
        </Button>
      </Group>
    </form>
  );
}
