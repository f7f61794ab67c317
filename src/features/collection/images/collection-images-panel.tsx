import { Card } from '#ui/kit/card.tsx';
import { useState } from 'react';
import { reloadWith } from '#client/dialogs.ts';
import { stage } from '#client/staged.ts';
import { upload } from '#client/upload/upload.ts';
import { maxImageBytes } from '#kernel/images/image-limits.rules.ts';
import type { ImageWords } from '#kernel/messages/common/refused-image.messages.ts';
import { Cover } from '#ui/cover.tsx';
import { useAskWhere } from '#ui/form/use-ask-where.ts';
import { useT } from '#ui/interface.tsx';
import { Grid, Inline, Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import { isOfKind } from '#ui/upload/file-bytes.ts';
import { Picture } from '#ui/upload/picture.tsx';
import { Uploader } from '#ui/upload/uploader.tsx';
import { useDeleteFile } from '#ui/upload/use-delete-file.ts';
import type { CollectionWords } from '../collection.messages.ts';
import { type CollectionImageKind, imageKinds } from '../collection.rules.ts';
import type { CollectionImages } from './collection-images.read.ts';
import styles from './collection-images-panel.module.css';

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
    <Card aria-labelledby="images">
      <h2 id="images">{t('collection.images')}</h2>
      <Grid least={220} filled gap="16px 24px">
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
      </Grid>
    </Card>
  );
}

interface Uploaded {
  results: { files: { collection_image: string[] }; act_idx?: number };
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
  const deleteFile = useDeleteFile();
  const label = t(`collection.image_${kind}`);
  const alt = t('collection.image_of', { image: label, title });
  const askWhere = useAskWhere();
  const into = (path: string | null) =>
    stage({ kind: 'collection', id: cid, title: alt, values: { [`${kind}_img`]: path } });
  const remove = (path: string) => {
    const file = { target_ctl: 'collection', target_id: cid, file_type: `collection_${kind}`, file_path: path };
    const texts = { name: alt, failed: t('collection.image_delete_failed'), into: () => into(null) };
    return deleteFile(file, texts, (did) => reloadWith(t('collection.image_deleted'), did));
  };
  return (
    <Stack gap={10}>
      <Text as="h3" tone="soft" size="small">
        {label}
      </Text>
      {image ? (
        <Picture image={image} source={image.strip} alt={alt} onDelete={() => void remove(image.path)} />
      ) : (
        <Inline whole tone="soft" className={styles.none}>
          {kind === 'cover' && <Cover id={cid} title={title} source={null} size="card" />}
          <p>{t('collection.image_none')}</p>
        </Inline>
      )}
      <Uploader
        label={image ? t('collection.image_replace') : t('collection.image_choose')}
        about={label}
        kinds="JPG, PNG"
        failed={t('collection.images_failed')}
        accept={['.jpg', '.jpeg', '.png']}
        maxBytes={maxImageBytes}
        multiple={false}
        disabled={disabled}
        check={async (file) => ((await isOfKind(file, ['jpg', 'png'])) ? null : t('image.not_image'))}
        send={async ([file], options) => {
          if (!file) return;
          const where = await askWhere(alt);
          if (!where) return;
          const form = new FormData();
          form.append('collection_image', file);
          onUploading(true);
          let did: number | undefined;
          try {
            const url = `/api/v1/collection/${cid}/image/${kind}`;
            const { results } = await upload<Uploaded>(where === 'now' ? url : `${url}?later=1`, form, options);
            const [path = null] = results.files.collection_image;
            if (where === 'release') return void (await into(path));
            did = results.act_idx;
          } finally {
            onUploading(false);
          }
          reloadWith(t('collection.image_saved'), did);
        }}
      />
    </Stack>
  );
}
