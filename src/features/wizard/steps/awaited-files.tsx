import { Button } from '@mantine/core';
import { confirm } from '#client/dialogs.ts';
import type { FilesState, ImportWords } from '#features/import/import-pages.public.ts';
import type { FileStep } from '#features/import/import-rules.public.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import { Note } from '#ui/page/note.tsx';
import { callFiles } from './use-files-step.ts';

interface AwaitedFilesProps {
  importIdx: number;
  step: FileStep;
  files: FilesState;
  onForgotten: (files: FilesState) => void;
}

/** The known files of an import, including those chosen in another browser: taken, not arrived, rejected. */
export function AwaitedFiles({ importIdx, step, files, onForgotten }: AwaitedFilesProps) {
  const t = useT<ImportWords>();
  const act = useAct();
  const { taken, waiting, refused, problems } = files;
  if (taken + waiting + refused === 0) return null;
  const forget = async () => {
    const agree = t('import.files_forget');
    if (!(await confirm({ title: agree, body: t('import.files_forget_confirm'), agree, danger: true }))) return;
    await callFiles('DELETE /api/v1/import/:import_idx/upload', { params: { import_idx: importIdx }, body: { step } });
    onForgotten({ taken, waiting: 0, refused: 0, problems: [] });
  };
  return (
    <Note tone={waiting + refused > 0 ? 'warn' : 'done'}>
      {taken > 0 && <p>{t('import.files_in', { count: taken })}</p>}
      {waiting > 0 && <p>{t('import.files_awaited', { count: waiting })}</p>}
      {refused > 0 && (
        <details open>
          <summary>{t('import.files_refused', { count: refused })}</summary>
          <ul>
            {problems.map(({ name, message }) => (
              <li key={name}>
                {name}: {message}
              </li>
            ))}
          </ul>
        </details>
      )}
      {waiting + refused > 0 && (
        <Button size="compact-sm" variant="default" onClick={() => act(forget, t('import.error'))}>
          {t('import.files_forget')}
        </Button>
      )}
    </Note>
  );
}
