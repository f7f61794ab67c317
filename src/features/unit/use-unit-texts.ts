import { useRef, useState } from 'react';
import { client } from '#client/api.ts';
import { notify } from '#client/dialogs.ts';
import type { BookWords } from '#features/book/book-words.public.ts';
import { chosenHeadings, type KnownHeadings, type SheetColumns } from '#kernel/sheets/sheet-columns.rules.ts';
import type { SheetNotes } from '#kernel/sheets/sheet-notes.ts';
import type { SheetRow } from '#kernel/sheets/sheet-rows.ts';
import { useSubmit } from '#ui/form/use-submit.ts';
import { useT } from '#ui/interface.tsx';
import type { CellAt } from './typed-units.rules.ts';
import type { unitInfoApi } from './unit-info.contract.ts';
import { foreignHead, matchedText, readUnitText, unitColumns, unitText } from './unit-info.rules.ts';
import { withMergedFilled, withoutHidden } from './unit-notes.rules.ts';
import type { TypedUnits } from './use-typed-units.ts';

const call = client<typeof unitInfoApi>();

/** A text whose headings are not ours, until its columns are chosen; pasted from a cell on, or in place of all rows. */
interface Unmatched {
  text: string;
  head: SheetRow[];
  from: CellAt | null;
}

/** Puts pasted rows and chosen sheets into the sheet of units; each can be taken back until it is saved. */
export function useUnitTexts(of: TypedUnits, known: KnownHeadings) {
  const t = useT<BookWords>();
  const [unmatched, setUnmatched] = useState<Unmatched | null>(null);
  const [headings, setHeadings] = useState<KnownHeadings>();
  const [chosen, setChosen] = useState<{ rows: SheetRow[]; notes: SheetNotes } | null>(null);

  /** Writes a text from a cell on, or in place of all rows; one with other headings waits for its columns. */
  const put = (text: string, from: CellAt | null) => {
    const head = foreignHead(text, known);
    setUnmatched(head && { text, head, from });
    if (head) return;
    const { rows, isHeaded } = readUnitText(text);
    // Whole rows begin in the first column, in whatever cell they are pasted.
    const isWhole = isHeaded || rows.some(({ cells }) => cells.length >= unitColumns.length);
    const texts = from === null || isWhole ? rows.map(({ cells }) => cells) : asCopied(rows);
    write(texts, from && { ...from, column: isWhole ? 0 : from.column }, isHeaded);
  };
  /** Writes cells from one on, or in place of all rows, until a person takes that back. */
  const write = (texts: readonly (readonly string[])[], from: CellAt | null, isHeaded: boolean) => {
    const written = of.write(from, texts);
    const message = t('book.unit_pasted', {
      count: texts.length,
      row: (from?.row ?? 0) + 1,
      heading: isHeaded ? 'yes' : 'no',
    });
    void notify({ message, undo: () => of.takeBack(written) });
  };

  const file = useRef<File>(null);
  const reading = useSubmit(async () => {
    if (!file.current) return;
    const files = new FormData();
    files.append('file', file.current);
    const { data } = await call('POST /api/v5/book/unit/sheet', { files });
    setChosen(data.notes && { rows: data.rows, notes: data.notes });
    put(unitText(data.rows), null);
  });
  const change = (rows: SheetRow[], notes: Partial<SheetNotes>) => {
    if (!chosen) return;
    setChosen({ rows, notes: { ...chosen.notes, ...notes } });
    put(unitText(rows), null);
  };
  return {
    put,
    /** Puts rows of our own in place of all. */
    replace: (texts: readonly (readonly string[])[]) => {
      setUnmatched(null);
      write(texts, null, false);
    },
    reading,
    read: (one: File) => {
      file.current = one;
      reading.submit();
    },
    unmatched,
    match: (columns: SheetColumns) => {
      if (!unmatched) return;
      setHeadings({ ...headings, ...chosenHeadings(unmatched.head, columns) });
      put(matchedText(unmatched.text, columns), unmatched.from);
    },
    /** The columns chosen for headings, to be offered the next time. */
    headings,
    notes: chosen?.notes ?? null,
    leaveOutHidden: () => chosen && change(withoutHidden(chosen.rows, chosen.notes), { hiddenRows: [] }),
    fillMerged: () => chosen && change(withMergedFilled(chosen.rows, chosen.notes), { merged: [] }),
    clear: () => {
      setChosen(null);
      setUnmatched(null);
    },
  };
}

/** The cells of rows as they were copied: in a part of the sheet, an empty row keeps its place. */
function asCopied(rows: readonly SheetRow[]): (readonly string[])[] {
  const cellsOf = new Map(rows.map(({ row, cells }) => [row, cells]));
  const empty = rows[0]?.cells.map(() => '') ?? [];
  return Array.from({ length: rows.at(-1)?.row ?? 0 }, (_, index) => cellsOf.get(index + 1) ?? empty);
}
