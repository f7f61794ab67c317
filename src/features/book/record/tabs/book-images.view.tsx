import type { BookImages } from '../../images/images.read.ts';
import { ImagesPanel } from '../../images/images-panel.tsx';
import { type BookHead, BookPage } from '../book-page.tsx';

/** The cover and previews of a book. */
export default function BookImagesTab({ head, images }: { head: BookHead; images: BookImages }) {
  const { bid, title } = head.book;
  return (
    <BookPage head={head} tab="images">
      <ImagesPanel bid={bid} title={title} images={images} />
    </BookPage>
  );
}
