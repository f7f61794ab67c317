import { type ReactNode, useState } from 'react';
import { finishFragment } from '#client/dialogs.ts';
import { useT } from '../interface.tsx';
import { Input } from '../kit/input.tsx';
import { DialogForm } from './dialog-form.tsx';
import { StaleChoice } from './stale-choice.tsx';
import { useSaveOver } from './use-save-over.ts';
import { useUnsaved } from './use-unsaved.ts';

interface TitleFormProps {
  heading: string;
  /** The error message above the reason. */
  failed: string;
  initial?: { title: string; version: number };
  /** Saves the title over the version it was loaded with; the dialog finishes with the result. */
  onSave: (title: string, version: number | undefined) => Promise<unknown>;
  /** Creates a record that somebody has deleted with this title; the dialog finishes with the result. */
  again?: { create: (title: string) => Promise<unknown>; lost?: string };
  /** Fields above the title. */
  children?: ReactNode;
}

/** The form of a record that has little more than a title. */
export function TitleForm({ heading, failed, initial, onSave, again, children }: TitleFormProps) {
  const t = useT();
  const [title, setTitle] = useState(initial?.title ?? '');
  const loaded = { text: initial?.title ?? '', version: initial?.version };
  const form = useUnsaved<HTMLFormElement>(title !== loaded.text);
  const submission = useSaveOver(
    loaded,
    'title',
    async ({ version }) => finishFragment(await onSave(title.trim(), version)),
    again && { ...again, create: async () => finishFragment(await again.create(title.trim())) },
  );
  const fieldError = submission.fieldError('title');
  return (
    <DialogForm
      ref={form}
      of={submission}
      heading={heading}
      failed={failed}
      isSaidByField={fieldError !== undefined}
      submit={initial === undefined ? t('CMN-05') : t('common.save')}
      above={
        <StaleChoice of={submission} onTheirs={({ text, version }) => void finishFragment({ title: text, version })} />
      }
    >
      {children}
      <Input
        label={t('common.title')}
        name="title"
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
        error={fieldError}
        maxLength={200}
        required
        autoComplete="off"
      />
    </DialogForm>
  );
}
