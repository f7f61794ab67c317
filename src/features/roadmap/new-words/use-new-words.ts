import { useEffect, useState } from 'react';
import { client } from '#client/api.ts';
import type { Rows } from '../roadmap.rules.ts';
import type { NewWords, newWordsApi } from './new-words.contract.ts';

const call = client<typeof newWordsApi>();

// Dragging several books in a row counts once. Milliseconds.
const pauseMs = 400;

export interface RowWords {
  /** By book of the row; null for a book without words. */
  books: readonly (number | null)[];
  /** New words of the whole row. */
  total: number;
  /** The most that a row should have, if this one has more. */
  above: number | null;
}

/**
 * The new words of the rows as they are shown, stored or not. While they are counted again, rows that are as before
 * keep their figures; if that fails, there are none, since the rows can be arranged without them.
 */
export function useNewWords(rows: Rows, initial: NewWords): (row: number) => RowWords | undefined {
  const [counted, setCounted] = useState({ of: rows, found: initial });
  useEffect(() => {
    if (counted.of === rows) return;
    const abort = new AbortController();
    const pause = setTimeout(() => {
      const body = { rows: rows.map((row) => [...row]) };
      call('POST /api/v1/roadmap/new_words', { body, signal: abort.signal }).then(
        ({ results }) => setCounted({ of: rows, found: results }),
        () => !abort.signal.aborted && setCounted({ of: rows, found: { ...counted.found, rows: [] } }),
      );
    }, pauseMs);
    return () => {
      clearTimeout(pause);
      abort.abort();
    };
  }, [rows, counted]);
  return (row) => {
    const books = counted.found.rows[row];
    if (!books || counted.of[row]?.join() !== rows[row]?.join()) return undefined;
    const total = books.reduce<number>((sum, words) => sum + (words ?? 0), 0);
    const { most } = counted.found;
    return { books, total, above: most > 0 && total > most ? most : null };
  };
}
