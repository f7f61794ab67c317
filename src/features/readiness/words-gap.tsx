import type { BookWords } from '#features/book/book-words.public.ts';
import { useT } from '#ui/interface.tsx';
import { useOnDemand } from '#ui/order/use-on-demand.ts';
import button from '#ui/page/button.module.css';
import { GapLink, type GapProps, GapRow } from './gap-row.tsx';

const loadPaste = () => import('#features/word/paste-panel.public.tsx');

/** No words yet: rows from a spreadsheet are pasted here, others are written in the sheet. */
export function WordsGap({ book: { bid }, requirement, onMended }: GapProps) {
  const t = useT<BookWords>();
  const { loaded, opener, open, close } = useOnDemand(loadPaste);
  const done = (isAdded: boolean) => {
    close();
    if (isAdded) void onMended();
  };
  return (
    <li>
      <GapRow requirement={requirement}>
        <GapLink link={requirement.link} />
        <button ref={opener} type="button" className={button.small} aria-expanded={loaded !== null} onClick={open}>
          {t('book.paste')}
        </button>
      </GapRow>
      {loaded && <loaded.PastePanel bid={bid} rows={[]} text="" onDone={done} />}
    </li>
  );
}
