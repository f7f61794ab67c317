import { useState } from 'react';
import { pageProps } from '#client/live-page.ts';
import { tabHref } from '#features/book/book-parts.public.tsx';
import type { BookWords } from '#features/book/book-words.public.ts';
import type { WordRow } from '#features/word/word-rows.public.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import { useOnDemand } from '#ui/order/use-on-demand.ts';
import { ChooseFiles, GapLink, type GapProps, GapRow } from './gap-row.tsx';

const loadMatching = () => import('./matching-audio.tsx');

/** Sentences without audio: MP3 files find theirs by name; what does not match stays until it is placed. */
export function AudioGap({ book: { bid }, requirement, onMended }: GapProps) {
  const t = useT<BookWords>();
  const act = useAct();
  const { loaded, open, close } = useOnDemand(loadMatching);
  const [given, setGiven] = useState<{ files: File[]; rows: WordRow[] } | null>(null);
  const take = (files: File[]) =>
    act(async () => {
      if (given || files.length === 0) return;
      const props = await pageProps(tabHref(bid, 'words'));
      setGiven({ files, rows: rowsIn(props) });
      open();
    }, t('book.audio_add'));
  const done = () => {
    setGiven(null);
    close();
    void onMended();
  };
  return (
    <li>
      <GapRow requirement={requirement} onFiles={take}>
        <GapLink link={requirement.link} />
        <ChooseFiles
          label={t('book.audio_add')}
          accept=".mp3,audio/mpeg"
          multiple
          disabled={given !== null}
          onFiles={take}
        />
      </GapRow>
      {loaded && given && <loaded.MatchingAudio bid={bid} {...given} onClose={done} />}
    </li>
  );
}

/** The rows of the screen of words. */
const rowsIn = (props: Record<string, unknown>) => (Array.isArray(props['rows']) ? (props['rows'] as WordRow[]) : []);
