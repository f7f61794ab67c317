import { useState } from 'react';
import { leaveWith } from '#client/dialogs.ts';
import type { FilesState, ImportWords, ShownImport } from '#features/import/import-pages.public.ts';
import type { BookFilter, FileStep } from '#features/import/import-rules.public.ts';
import { stepAfter, stepHref } from '#features/import/import-rules.public.tsx';
import type { AccountState } from '#features/spreadsheet/spreadsheet.public.ts';
import { useT } from '#ui/interface.tsx';
import { ImportFrame, NextStep } from '../frame/import-frame.tsx';
import { callBooks } from '../frame/use-import.ts';
import { AwaitedFiles } from './awaited-files.tsx';
import { FilesPanel } from './files-panel.tsx';
import { type BooksPage, ImportBooks } from './import-books.tsx';
import { ConnectAccount } from './sheet-link.tsx';

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
