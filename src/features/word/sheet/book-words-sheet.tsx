import { useEffect, useRef, useState } from 'react';
import { showOwnAct } from '#client/live/refresh.ts';
import { type StagedRows, type WordRow, withSentence } from '../list/word-rows.rules.ts';
import type { StageStart } from './sheet-bar.tsx';
import { StagedWords } from './staged-words.tsx';
import { useAudioUploads } from './use-audio-uploads.ts';
import { useSheetActs } from './use-sheet-acts.ts';
import { WordSheet } from './word-sheet.tsx';

interface LiveWordsProps {
  bid: string;
  rows: WordRow[];
}

/** The words and sentences of a book, saved row by row, or changed for a release. */
export function BookWordsSheet({ bid, rows, staged }: LiveWordsProps & { staged: StagedRows | null }) {
  const [isStaged, setStaged] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const wasStaged = useRef(false);
  useEffect(() => {
    if (wasStaged.current && !isStaged) opener.current?.focus();
    wasStaged.current = isStaged;
  }, [isStaged]);
  return isStaged ? (
    <StagedWords bid={bid} loaded={staged ?? { release: undefined, rows }} onClose={() => setStaged(false)} />
  ) : (
    <LiveWords bid={bid} rows={rows} stage={{ opener, begin: () => setStaged(true) }} />
  );
}

function LiveWords({ bid, rows: loaded, stage }: LiveWordsProps & { stage: StageStart }) {
  const { rows, show, follow } = useShownRows(bid, loaded);
  const acts = useSheetActs(bid, rows, show);
  const uploads = useAudioUploads((sentence) => show((now) => withSentence(now, sentence)));
  return <WordSheet bid={bid} rows={rows} show={show} acts={acts} uploads={uploads} live={{ follow, stage }} />;
}

/** The rows as loaded, with what the person has changed since; the rest of the page follows once nothing is edited. */
function useShownRows(bid: string, loaded: WordRow[]) {
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
