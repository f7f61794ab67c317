import { useT } from '#ui/interface.tsx';
import type { PortalWords } from '../portal.messages.ts';
import { PreviewFrame } from './preview-frame.tsx';
import type { RoadmapPreviewProps } from './preview-orders.read.ts';
import { PreviewShelf } from './preview-shelf.tsx';

/** A roadmap as readers get it: its rows of books. */
export default function PreviewRoadmap({ note, title, rows }: RoadmapPreviewProps) {
  const t = useT<PortalWords>();
  return (
    <PreviewFrame note={note}>
      <h1>{t('portal.roadmap_of', { title })}</h1>
      {rows.length === 0 && <p>{t('portal.books', { count: 0 })}</p>}
      {rows.map((row, nth) => (
        // Rows have no other key, and their order never changes.
        <section key={nth}>
          <h2>{t('portal.roadmap_row', { number: String(nth + 1) })}</h2>
          <PreviewShelf items={row.map(({ bid, ...book }) => ({ ...book, id: bid }))} />
        </section>
      ))}
    </PreviewFrame>
  );
}
