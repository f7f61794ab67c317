import { useState } from 'react';
import { client } from '#client/api.ts';
import { confirm, reloadWith } from '#client/dialogs.ts';
import { upload } from '#client/upload/upload.ts';
import { maxImageBytes } from '#kernel/images/image-limits.rules.ts';
import type { ImageWords } from '#kernel/messages/common/image.messages.ts';
import type { fileApi } from '#kernel/storage/file.contract.ts';
import { BookCover } from '#ui/book-cover.tsx';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import { looksLike } from '#ui/upload/file-bytes.ts';
import { Picture } from '#ui/upload/picture.tsx';
import { Uploader } from '#ui/upload/uploader.tsx';
import type { CollectionWords } from '../collection.messages.ts';
import { type CollectionImageKind, imageKinds } from '../collection.rules.ts';
import type { CollectionImages } from './collection-images.read.ts';
import styles from './images-panel.module.css';

const call = client<typeof fileApi>();

interface ImagesPanelProps {
  cid: string;
  title: string;
  images: CollectionImages;
}

/** The cover, thumbnail and list image of a collection: view, delete, and upload one at a time. */
export function ImagesPanel({ cid, title, images }: ImagesPanelProps) {
  const t = useT<CollectionWords>();
  const [uploading, setUploading] = useState<CollectionImageKind | null>(null);
  return (
    <section className={styles.panel} aria-labelledby="images">
      <h2 id="images">{t('collection.images')}</h2>
      <div className={styles.images}>
        {imageKinds.map((kind) => (
          <ImageSlot
            key={kind}
            cid={cid}
            title={title}
            kind={kind}
            image={images[kind]}
            disabled={uploading !== null && uploading !== kind}
            onUploading={(isUploading) => setUploading(isUploading ? kind : null)}
          />
        ))}
      </div>
    </section>
  );
}

interface ImageSlotProps extends Omit<ImagesPanelProps, 'images'> {
  kind: CollectionImageKind;
  image: CollectionImages[CollectionImageKind];
  /** Another one is being uploaded. */
  disabled: boolean;
  onUploading: (isUploading: boolean) => void;
}

function ImageSlot({ cid, title, kind, image, disabled, onUploading }: ImageSlotProps) {
  const t = useT<CollectionWords & ImageWords>();
  const act = useAct();
  const label = t(`collection.image_${kind}`);
  const alt = t('collection.image_of', { image: label, title });
  const remove = async (path: string) => {
    const question = { title: `${t('CMN-07')}: ${alt}`, body: t('CMN-18'), agree: t('common.delete'), danger: true };
    if (!(await confirm(question))) return;
    act(async () => {
      const body = { target_ctl: 'collection', target_id: cid, file_type: `collection_${kind}`, file_path: path };
      await call('DELETE /api/v1/file', { body });
      reloadWith(t('collection.image_deleted'));
    }, t('collection.image_delete_failed'));
  };
  return (
    <div className={styles.slot}>
      <h3>{label}</h3>
      {image ? (
        <Picture image={image} source={image.strip} alt={alt} onDelete={() => void remove(image.path)} />
      ) : (
        <div className={styles.none}>
          {kind === 'cover' && <BookCover bid={cid} title={title} source={null} size="card" />}
          <p>{t('collection.image_none')}</p>
        </div>
      )}
      <Uploader
        label={`${image ? t('collection.image_replace') : t('collection.image_choose')}: ${label}`}
        kinds="JPG, JPEG, PNG"
        failed={t('collection.images_failed')}
        accept={['.jpg', '.jpeg', '.png']}
        maxBytes={maxImageBytes}
        multiple={false}
        disabled={disabled}
        check={async (file) => ((await looksLike(file, ['jpg', 'png'])) ? null : t('image.not_image'))}
        send={async ([file], options) => {
          if (!file) return;
          const form = new FormData();
          form.append('collection_image', file);
          onUploading(true);
          try {
            await upload(`/api/v1/collection/${cid}/image/${kind}`, form, options);
          } finally {
            onUploading(false);
          }
          reloadWith(t('collection.image_saved'));
        }}
      />
    </div>
  );
}
