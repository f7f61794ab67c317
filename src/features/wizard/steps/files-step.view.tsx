import { useState } from 'react';
import { confirm, leaveWith } from '#client/dialogs.ts';
import type { FilesState, ImportWords, ShownImport } from '#features/import/import-pages.public.ts';
import type { BookFilter, FileStep } from '#features/import/import-rules.public.ts';
import { stepAfter, stepHref } from '#features/import/import-rules.public.tsx';
import type { AccountState } from '#features/spreadsheet/spreadsheet.public.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Note } from '#ui/kit/note.tsx';
import { ImportFrame, NextStep } from '../frame/import-frame.tsx';
import { callBooks } from '../frame/use-import.ts';
import { FilesPanel } from './files-panel.tsx';
import { type BooksPage, ImportBooks } from './import-books.tsx';
import { ConnectAccount } from './sheet-link.tsx';
import { callFiles } from './use-files-step.ts';

interface FilesStepProps {
  state: ShownImport;
  step: FileStep;
  files: FilesState;
  books: BooksPage;
  account: AccountState;
}

/** The image step and the audio step: drop folders of files, and see what each book has. */
export default function FilesStepView({ state, step, files: before, books: shownBefore, account }: FilesStepProps) {
  const t = useT<ImportWords>();
  const [files, setFiles] = useState(before);
  const [books, setBooks] = useState(shownBefore);
  const path = stepHref(state.import_idx, step);
  const show = async (next: FilesState) => {
    setFiles(next);
    setBooks(await loadBooks(state.import_idx, books));
  };
  const finish = async (next: FilesState) => {
    const whole = next.taken > 0 && next.waiting + next.refused === 0;
    if (!whole) return show(next);
    leaveWith(t('import.files_in', { count: next.taken }), stepHref(state.import_idx, stepAfter(step)));
  };
  return (
    <ImportFrame state={state} current={step}>
      {step === 'audio' && account.configured && !account.connected && <ConnectAccount here={path} />}
      <FilesPanel importIdx={state.import_idx} step={step} onTaken={(next) => void finish(next)}>
        <AwaitedFiles importIdx={state.import_idx} step={step} files={files} onForgotten={(next) => void show(next)} />
      </FilesPanel>
      <NextStep state={state} from={step} />
      <ImportBooks path={path} shown={books} />
    </ImportFrame>
  );
}

async function loadBooks(importIdx: number, shown: BooksPage): Promise<BooksPage> {
  const query: { filter: BookFilter; page: number } = { filter: shown.filter, page: shown.page };
  const params = { import_idx: importIdx };
  const answer = await callBooks('GET /api/v1/import/:import_idx/book', { params, query }).catch(() => null);
  return answer ? { ...shown, ...answer.results } : shown;
}

interface AwaitedFilesProps {
  importIdx: number;
  step: FileStep;
  files: FilesState;
  onForgotten: (files: FilesState) => void;
}

/** The known files of an import, including those chosen in another browser: taken, not arrived, rejected. */
function AwaitedFiles({ importIdx, step, files, onForgotten }: AwaitedFilesProps) {
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
        <Button size="small" onClick={() => act(forget, t('import.error'))}>
          {t('import.files_forget')}
        </Button>
      )}
    </Note>
  );
}
