import { ImportBooks, type BooksPage } from './books/import-books.tsx';
import { ImportDone } from './import-done.tsx';
import { ImportFrame } from './import-frame.tsx';
import type { ShownImport } from './import-state.service.ts';
import { stepHref } from './import-steps.rules.ts';
import { useImportState } from './use-import.ts';

/** The last step: what each book has by now, and the link to published books. */
export default function ImportFinish({ state: initial, books }: { state: ShownImport; books: BooksPage }) {
  const { state, busy, run } = useImportState(initial);
  return (
    <ImportFrame state={state} current="done">
      <ImportDone state={state} busy={busy} run={run} />
      <ImportBooks path={stepHref(state.import_idx, 'done')} shown={books} />
    </ImportFrame>
  );
}
