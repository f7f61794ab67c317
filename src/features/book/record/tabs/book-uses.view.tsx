import type { Uses } from '#kernel/records/references.ts';
import { UsedIn } from '#ui/page/used-in.tsx';
import { type BookHead, BookPage } from '../book-page.tsx';

/** Where a book is used. */
export default function BookUsesTab({ head, uses }: { head: BookHead; uses: Uses }) {
  return (
    <BookPage head={head} tab="uses">
      <UsedIn uses={uses} />
    </BookPage>
  );
}
