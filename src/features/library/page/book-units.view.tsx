import type { UnitEditorData } from '#features/unit/unit.public.ts';
import { UnitEditor } from '#features/unit/unit-panel.public.tsx';
import { type BookHead, BookPage } from './book-page.tsx';

/** The units of a book. */
export default function BookUnitsTab({ head, units }: { head: BookHead; units: UnitEditorData }) {
  return (
    <BookPage head={head} tab="units">
      <UnitEditor bid={head.book.bid} data={units} />
    </BookPage>
  );
}
