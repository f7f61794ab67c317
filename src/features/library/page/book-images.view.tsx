import type { BookImages } from '#features/image/image.public.ts';
import { ImagesPanel } from '#features/image/image-panel.public.tsx';
import { type BookHead, BookPage } from './book-page.tsx';

/** The cover and previews of a book. */
export default function BookImagesTab({ head, images }: { head: BookHead; images: BookImages }) {
  const { bid, title } = head.book;
  return (
    <BookPage head={head} tab="images">
      <ImagesPanel bid={bid} title={title} images={images} />
    </BookPage>
  );
}
