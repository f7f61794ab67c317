import { reloadWith } from '#client/dialogs.ts';
import { type UploadOptions, upload } from '#client/upload/upload.ts';
import type { BookWords } from '#features/book/book-words.public.ts';
import { maxImageBytes } from '#kernel/images/image-limits.rules.ts';
import type { ImageWords } from '#kernel/messages/common/image.messages.ts';
import { useT } from '#ui/interface.tsx';
import { isOfKind } from '#ui/upload/file-bytes.ts';
import { Uploader } from '#ui/upload/uploader.tsx';

/** How the cover or previews of a book are uploaded; `onSaved` gets a sentence about it, and the act. */
export function useImageRules(
  bid: string,
  kind: 'cover' | 'preview',
  onSaved: (message: string, act: number | undefined) => void,
) {
  const t = useT<BookWords & ImageWords>();
  return {
    kinds: 'JPG, PNG',
    failed: t('book.images_failed'),
    accept: ['.jpg', '.jpeg', '.png'],
    maxBytes: maxImageBytes,
    multiple: kind === 'preview',
    check: async (file: File) => ((await isOfKind(file, ['jpg', 'png'])) ? null : t('image.not_image')),
    send: async (files: readonly File[], options: UploadOptions) => {
      const form = new FormData();
      for (const file of files) form.append(`book_${kind}`, file);
      const { results } = await upload<{ results: { act_idx?: number } }>(`/api/v1/book/${bid}/${kind}`, form, options);
      const message = kind === 'cover' ? t('book.cover_saved') : t('book.previews_saved', { count: files.length });
      onSaved(message, results.act_idx);
    },
  };
}

/** Uploads the cover or previews of a book, then refreshes the page. */
export function ImageUploader({ bid, kind, label }: { bid: string; kind: 'cover' | 'preview'; label: string }) {
  return <Uploader label={label} {...useImageRules(bid, kind, reloadWith)} />;
}
