import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { finishFragment } from '#client/dialogs.ts';
import { useT } from '../interface.tsx';
import { FormProblem } from './form-problem.tsx';
import { type SavedTitle, StaleTitle, savedTitle } from './stale-title.tsx';
import { useSubmit } from './use-submit.ts';
import { useUnsaved } from './use-unsaved.ts';

interface TitleFormProps {
  heading: string;
  /** The error message above the reason. */
  failed: string;
  initial?: SavedTitle;
  /** Saves the title, given the version it was loaded with; the dialog finishes with the result. */
  onSave: (title: string, version: number | undefined) => Promise<unknown>;
  /** Fields above the title. */
  children?: ReactNode;
}

/** The form of a record that is little more than a title. */
export function TitleForm({ heading, failed, initial, onSave, children }: TitleFormProps) {
  const t = useT();
  const [title, setTitle] = useState(initial?.title ?? '');
  const version = useRef(initial?.version);
  const form = useUnsaved<HTMLFormElement>(title !== (initial?.title ?? ''));
  const submission = useSubmit(async () => {
    await finishFragment(await onSave(title.trim(), version.current));
  });
  const fieldError = submission.fieldError('title');
  const saved = savedTitle(submission.error);
  const saveMine = (over: SavedTitle) => {
    version.current = over.version;
    submission.retry();
  };
  return (
    <form ref={form} onSubmit={submission.submit} noValidate>
      <h2>{heading}</h2>
      {!fieldError && <FormProblem of={submission} title={failed} />}
      {saved && <StaleTitle saved={saved} onMine={() => saveMine(saved)} onTheirs={() => void finishFragment(saved)} />}
      <Stack gap="sm">
        {children}
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
      </Stack>
      <Group justify="end" mt="lg">
        <Button type="submit" loading={submission.pending}>
          {initial === undefined ? t('CMN-05') : t('common.save')}
        </Button>
      </Group>
    </form>
  );
}
