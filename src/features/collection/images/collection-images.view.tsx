import type { CollectionHead } from '../record/collection-head.read.ts';
import { CollectionPage } from '../record/collection-page.tsx';
import type { CollectionImages } from './collection-images.read.ts';
import { ImagesPanel } from './collection-images-panel.tsx';

/** The images of one collection. */
export default function CollectionImagesPage({ head, images }: { head: CollectionHead; images: CollectionImages }) {
  const { cid, title } = head.collection;
  return (
    <CollectionPage head={head} tab="images">
      <ImagesPanel cid={cid} title={title} images={images} />
    </CollectionPage>
  );
}
