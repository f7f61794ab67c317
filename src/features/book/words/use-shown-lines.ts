import { useState } from 'react';
import { showOwnAct } from '#client/live/refresh.ts';
import type { WordLine } from './word-lines.rules.ts';

/** The lines as loaded, with what the person has changed since; the rest of the page follows once nothing is edited. */
export function useShownLines(bid: string, loaded: WordLine[]) {
  const [state, setState] = useState({ loaded, lines: loaded, isAhead: false });
  if (state.loaded !== loaded) setState({ loaded, lines: loaded, isAhead: false });
  const show = (next: (now: WordLine[]) => WordLine[]) =>
    setState((now) => ({ ...now, lines: next(now.lines), isAhead: true }));
  const follow = (isEditing: boolean) => {
    if (!state.isAhead || isEditing) return;
    setState((now) => ({ ...now, isAhead: false }));
    void showOwnAct({ kind: 'book', id: bid });
  };
  return { lines: state.lines, show, follow };
}
