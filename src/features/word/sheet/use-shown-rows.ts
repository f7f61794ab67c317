import { useState } from 'react';
import { showOwnAct } from '#client/live/refresh.ts';
import type { WordRow } from '../list/word-rows.rules.ts';

/** The rows as loaded, with what the person has changed since; the rest of the page follows once nothing is edited. */
export function useShownRows(bid: string, loaded: WordRow[]) {
  const [state, setState] = useState({ loaded, rows: loaded, isAhead: false });
  if (state.loaded !== loaded) setState({ loaded, rows: loaded, isAhead: false });
  const show = (next: (now: WordRow[]) => WordRow[]) =>
    setState((now) => ({ ...now, rows: next(now.rows), isAhead: true }));
  const follow = (isEditing: boolean) => {
    if (!state.isAhead || isEditing) return;
    setState((now) => ({ ...now, isAhead: false }));
    void showOwnAct({ kind: 'book', id: bid });
  };
  return { rows: state.rows, show, follow };
}
