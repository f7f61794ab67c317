import type { ContentPanelData } from '#features/content/content.public.ts';
import { ContentPanel } from '#features/content/content-panel.public.tsx';
import { type BookHead, BookPage } from './book-page.tsx';

/** The content files of a book. */
export default function BookContentTab({ head, content }: { head: BookHead; content: ContentPanelData }) {
  const { bid, version } = head.book;
  return (
    <BookPage head={head} tab="content">
      <ContentPanel bid={bid} version={version} data={content} />
    </BookPage>
  );
}
