import { Card } from '#ui/kit/card.tsx';
import { reloadWith } from '#client/dialogs.ts';
import { type Staged, stage } from '#client/staged.ts';
import type { BookWords } from '#features/book/book-words.public.ts';
import type { ShownImage } from '#kernel/images/shown-image.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Grid, Inline, Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import { useOnDemand } from '#ui/order/use-on-demand.ts';
import { Picture } from '#ui/upload/picture.tsx';
import { useDeleteFile } from '#ui/upload/use-delete-file.ts';
import { ImageUploader } from './image-uploader.tsx';
import styles from './images.module.css';
import type { BookImages } from './images.read.ts';

interface ImagesPanelProps {
  bid: string;
  title: string;
  images: BookImages;
}

/** The cover and the previews of a book, with controls to upload, reorder and delete them. */
export function ImagesPanel({ bid, title, images: { cover, previews, base } }: ImagesPanelProps) {
  const t = useT<BookWords>();
  const alt = t('book.cover_of', { title });
  const into = (path: string | null) => stage(asChange(bid, alt, { cover: path }));
  return (
    <Card aria-label={t('book.images')}>
      <Grid columns="minmax(0, 240px) minmax(0, 1fr)" onPhone="minmax(0, 1fr)" gap="16px 24px">
        <Stack gap={10} className={styles.cover}>
          <h2>{t('book.cover')}</h2>
          {cover ? (
            <BookPicture
              bid={bid}
              kind="cover"
              image={cover}
              source={cover.detail}
              alt={alt}
              intoWithout={() => into(null)}
            />
          ) : (
            <Text tone="soft">{t('book.cover_none')}</Text>
          )}
          <ImageUploader
            bid={bid}
            kind="cover"
            label={cover ? t('book.cover_replace') : t('book.cover_choose')}
            about={alt}
            into={([path = null]) => into(path)}
          />
        </Stack>
        <Previews bid={bid} title={title} previews={previews} base={base} />
      </Grid>
    </Card>
  );
}

function Previews({ bid, title, previews, base }: Omit<ImagesPanelProps, 'images'> & Omit<BookImages, 'cover'>) {
  const t = useT<BookWords>();
  const { Order, opener, open, close } = usePreviewOrder();
  const paths = previews.map(({ path }) => path);
  const about = `${t('book.previews')}: ${title}`;
  const into = (preview: string[]) => stage(asChange(bid, about, { preview }));
  if (Order) return <Order bid={bid} previews={previews} base={base} onClose={close} into={into} />;
  return (
    <Stack gap={10}>
      <Inline between tight>
        <h2>{t('book.previews')}</h2>
        {previews.length > 1 && (
          <Button size="small" ref={opener} onClick={open}>
            {t('book.previews_sort')}
          </Button>
        )}
      </Inline>
      {previews.length === 0 ? (
        <Text tone="soft">{t('book.previews_none')}</Text>
      ) : (
        <Grid as="ol" even least={150} gap={14}>
          {previews.map((image, index) => (
            <li key={image.path}>
              <BookPicture
                bid={bid}
                kind="preview"
                image={image}
                source={image.strip}
                alt={t('book.preview_of', { place: index + 1, title })}
                intoWithout={() => into(paths.toSpliced(index, 1))}
              />
            </li>
          ))}
        </Grid>
      )}
      <ImageUploader
        bid={bid}
        kind="preview"
        label={t('book.previews_choose')}
        about={about}
        into={(added) => into([...paths, ...added])}
      />
    </Stack>
  );
}

/** The images of a book as a change for a release. */
const asChange = (bid: string, title: string, values: { cover?: string | null; preview?: string[] }): Staged => ({
  kind: 'images',
  id: bid,
  title,
  values,
});

interface BookPictureProps {
  bid: string;
  kind: 'cover' | 'preview';
  image: ShownImage;
  source: string;
  alt: string;
  /** Puts the images without this one into a release. */
  intoWithout: () => Promise<boolean>;
}

function BookPicture({ bid, kind, intoWithout: into, ...picture }: BookPictureProps) {
  const t = useT<BookWords>();
  const deleteFile = useDeleteFile();
  const { image, alt: name } = picture;
  const remove = () => {
    const file = { target_ctl: 'book', target_id: bid, file_type: `book_${kind}`, file_path: image.path };
    return deleteFile(file, { name, failed: t('book.image_delete_failed'), into }, (did) =>
      reloadWith(t('book.image_deleted'), did),
    );
  };
  return <Picture {...picture} onDelete={() => void remove()} />;
}

const loadOrder = () => import('./preview-order.tsx');

/** The order of the previews. */
function usePreviewOrder() {
  const { loaded, ...mode } = useOnDemand(loadOrder);
  return { Order: loaded?.PreviewOrder ?? null, ...mode };
}
