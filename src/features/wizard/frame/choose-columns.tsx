import { useState } from 'react';
import { notify } from '#client/dialogs.ts';
import type { ImportWords } from '#features/import/import-pages.public.ts';
import type { ColumnsState } from '#kernel/sheets/sheet-columns.contract.ts';
import type { SheetColumns } from '#kernel/sheets/sheet-columns.rules.ts';
import { useReturnedFocus } from '#ui/form/use-returned-focus.ts';
import { useT } from '#ui/interface.tsx';
import { ColumnMatcher } from '#ui/rows/column-matcher.tsx';

interface ChooseColumnsProps {
  open: ColumnsState;
  needed: readonly string[];
  advice?: string;
  /** The guessed columns if the headings are in this row. */
  below: (headingRow: number) => Promise<{ results: ColumnsState }>;
  /** Has the sheet read, and leaves the page. */
  choose: (columns: SheetColumns) => Promise<void>;
}

/** Asks for the columns of an uploaded sheet; a failure is shown, and the choice is kept. */
export function ChooseColumns({ open, needed, advice, below, choose }: ChooseColumnsProps) {
  const t = useT<ImportWords>();
  const [shown, setShown] = useState(open);
  const [busy, setBusy] = useState(false);
  useReturnedFocus(busy);
  const act = async (run: () => Promise<void>) => {
    setBusy(true);
    try {
      await run();
    } catch (error) {
      setBusy(false);
      const message = error instanceof Error ? error.message : t('error.network');
      void notify({ title: t('import.error'), message, tone: 'problem' });
    }
  };
  const preview = async (row: number) => {
    setShown((await below(row)).results);
    setBusy(false);
  };
  return (
    <ColumnMatcher
      key={shown.heading_row}
      state={shown}
      busy={busy}
      needed={needed}
      advice={advice}
      onHeadingRow={(row) => void act(() => preview(row))}
      onChoose={(columns) => void act(() => choose(columns))}
    />
  );
}
