import { useT } from '#ui/interface.tsx';
import type { PortalWords } from '../portal.messages.ts';
import { PreviewFrame } from './preview-frame.tsx';
import type { AdvertisedPreviewProps } from './preview-orders.read.ts';
import { PreviewShelf } from './preview-shelf.tsx';

/** The advertised collections as readers get them, in order. */
export default function PreviewAdvertised({ note, collections }: AdvertisedPreviewProps) {
  const t = useT<PortalWords>();
  return (
    <PreviewFrame note={note}>
      <h1>{t('portal.advertised')}</h1>
      {collections.length === 0 && <p>{t('portal.advertised_none')}</p>}
      <PreviewShelf
        items={collections.map(({ cid, cover_img, ...item }) => ({ ...item, id: cid, cover: cover_img }))}
      />
    </PreviewFrame>
  );
}
