import { useState } from 'react';
import { StagedWords } from './staged-words.tsx';
import { useLineActs } from './use-line-acts.ts';
import { useLineUploads } from './use-line-uploads.ts';
import { useShownLines } from './use-shown-lines.ts';
import { type StagedLines, type WordLine, withSentence } from './word-lines.rules.ts';
import { WordSheet } from './word-sheet.tsx';

interface LiveWordsProps {
  bid: string;
  lines: WordLine[];
}

/** The words and sentences of a book, saved line by line, or changed for a release. */
export function BookWordsSheet({ bid, lines, staged }: LiveWordsProps & { staged: StagedLines | null }) {
  const [isStaged, setStaged] = useState(false);
  return isStaged ? (
    <StagedWords bid={bid} lines={staged?.lines ?? lines} release={staged?.release} onClose={() => setStaged(false)} />
  ) : (
    <LiveWords bid={bid} lines={lines} onStage={() => setStaged(true)} />
  );
}

function LiveWords({ bid, lines: loaded, onStage }: LiveWordsProps & { onStage: () => void }) {
  const { lines, show, follow } = useShownLines(bid, loaded);
  const acts = useLineActs(bid, lines, show);
  const uploads = useLineUploads((sentence) => show((now) => withSentence(now, sentence)));
  return <WordSheet bid={bid} lines={lines} show={show} acts={acts} uploads={uploads} live={{ follow, onStage }} />;
}
