import { useT } from '#ui/interface.tsx';
import { State } from '#ui/kit/state.tsx';
import type { BookWords } from '../book.messages.ts';

/** Whether readers see the book. */
export function PublishedBadge({ published }: { published: boolean }) {
  const t = useT<BookWords>();
  return <State tone={published ? 'live' : undefined}>{published ? t('book.published') : t('book.unpublished')}</State>;
}
