import { useT } from '#ui/interface.tsx';
import { Breadcrumbs } from '#ui/page/breadcrumbs.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import type { CollectionWords } from '../collection.messages.ts';
import type { CollectionImages } from './collection-images.read.ts';
import { ImagesPanel } from './images-panel.tsx';

interface CollectionImagesProps {
  collection: { cid: string; title: string };
  images: CollectionImages;
}

/** The images of one collection. */
export default function CollectionImagesPage({ collection: { cid, title }, images }: CollectionImagesProps) {
  const t = useT<CollectionWords>();
  return (
    <>
      <Breadcrumbs crumbs={[{ label: t('collection.heading'), href: '/collection' }]} />
      <PageHead title={title} />
      <ImagesPanel cid={cid} title={title} images={images} />
    </>
  );
}
