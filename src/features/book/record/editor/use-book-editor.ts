import { useMemo, useState } from 'react';
import type { BookRecord } from '../../book.contract.ts';
import {
  differing,
  type EditorField,
  type EditorTitles,
  type EditorValues,
  type ReferenceColumn,
  titlesOf,
  valuesOf,
} from './book-values.rules.ts';

/** What the editor holds: the book as it was loaded or last saved, and what was typed over it. */
export interface BookEditorState {
  values: EditorValues;
  titles: EditorTitles;
  base: EditorValues;
  version: number | undefined;
  dirty: boolean;
  set: (name: EditorField, value: string) => void;
  setReference: (column: ReferenceColumn, value: string | null, title: string | null) => void;
  /** These values are saved now, as this version; what was typed since is not. */
  saved: (version: number, sent: EditorValues) => void;
  /** Goes on over a newer version with these values and titles. */
  rebase: (book: BookRecord, values: EditorValues, titles: EditorTitles) => void;
}

export function useBookEditor(book: BookRecord | null): BookEditorState {
  const [base, setBase] = useState(() => valuesOf(book));
  const [values, setValues] = useState(base);
  const [titles, setTitles] = useState(() => titlesOf(book));
  const [version, setVersion] = useState(book?.version);
  const dirty = useMemo(() => differing(values, base).length > 0, [values, base]);
  return {
    values,
    titles,
    base,
    version,
    dirty,
    set: (name, value) => setValues((now) => ({ ...now, [name]: value })),
    setReference: (column, value, title) => {
      // A level belongs to its series.
      const level = column === 'ser_idx' ? { lev_idx: '' } : {};
      setValues((now) => (now[column] === (value ?? '') ? now : { ...now, ...level, [column]: value ?? '' }));
      setTitles((now) => ({ ...now, ...level, [column]: title ?? '' }));
    },
    saved: (next, sent) => {
      setBase(sent);
      setVersion(next);
    },
    rebase: (newer, merged, mergedTitles) => {
      setBase(valuesOf(newer));
      setVersion(newer.version);
      setValues(merged);
      setTitles(mergedTitles);
    },
  };
}
