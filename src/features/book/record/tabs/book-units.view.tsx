import { UnitInfoPanel, type UnitPanelData } from '../../unit-info/unit-info-panel.tsx';
import { type BookHead, BookPage } from '../book-page.tsx';

/** The units of a book. */
export default function BookUnitsTab({ head, units }: { head: BookHead; units: UnitPanelData }) {
  return (
    <BookPage head={head} tab="units">
      <UnitInfoPanel bid={head.book.bid} data={units} />
    </BookPage>
  );
}
