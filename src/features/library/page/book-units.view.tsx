import type { UnitPanelData } from '#features/unit/unit.public.ts';
import { UnitInfoPanel } from '#features/unit/unit-panel.public.tsx';
import { type BookHead, BookPage } from './book-page.tsx';

/** The units of a book. */
export default function BookUnitsTab({ head, units }: { head: BookHead; units: UnitPanelData }) {
  return (
    <BookPage head={head} tab="units">
      <UnitInfoPanel bid={head.book.bid} data={units} />
    </BookPage>
  );
}
