import type { BookWords } from '#features/book/book-words.public.ts';
import { useT } from '#ui/interface.tsx';
import { State } from '#ui/kit/state.tsx';
import type { EpubState } from './epub-check.rules.ts';

const tones: Partial<Record<EpubState, 'live' | 'warn'>> = { passed: 'live', warnings: 'warn', failed: 'warn' };

/** How the check of a book's EPUB ended. */
export function EpubStateBadge({ state }: { state: EpubState }) {
  const t = useT<BookWords>();
  return <State tone={tones[state]}>{t(`book.epub.${state}`)}</State>;
}
