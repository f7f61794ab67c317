import { reloadWith } from '#client/dialogs.ts';
import { upload } from '#client/upload/upload.ts';
import { maxImageBytes } from '#kernel/images/image-limits.rules.ts';
import type { ImageWords } from '#kernel/messages/common/image.messages.ts';
import { useT } from '#ui/interface.tsx';
import { looksLike } from '#ui/upload/file-bytes.ts';
import { Uploader } from '#ui/upload/uploader.tsx';
import type { BookWords } from '../book.messages.ts';

interface ImageUploaderProps {
  bid: string;
  kind: 'cover' | 'preview';
  label: string;
}

/** Uploads the cover or previews of a book, then refreshes the page. */
export function ImageUploader({ bid, kind, label }: ImageUploaderProps) {
  const t = useT<BookWords & ImageWords>();
  return (
    <Uploader
      label={label}
      kinds="JPG, PNG"
      failed={t('book.images_failed')}
      accept={['.jpg', '.jpeg', '.png']}
      maxBytes={maxImageBytes}
      multiple={kind === 'preview'}
      check={async (file) => ((await looksLike(file, ['jpg', 'png'])) ? null : t('image.not_image'))}
      send={async (files, options) => {
        const form = new FormData();
        for (const file of files) form.append(`book_${kind}`, file);
        await upload(`/api/v1/book/${bid}/${kind}`, form, options);
        reloadWith(kind === 'cover' ? t('book.cover_saved') : t('book.previews_saved', { count: files.length }));
      }}
    />
  );
}
