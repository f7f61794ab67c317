import { UsedIn } from '#ui/record/used-in.tsx';
import { type BookHead, BookPage } from './book-page.tsx';

/** Where a book is used. */
export default function BookUsesTab({ head }: { head: BookHead }) {
  return (
    <BookPage head={head} tab="uses">
      <UsedIn uses={head.uses} />
    </BookPage>
  );
}
