import { reloadWith } from '#client/dialogs.ts';
import { type UploadOptions, upload } from '#client/upload/upload.ts';
import type { BookWords } from '#features/book/book-words.public.ts';
import { maxImageBytes } from '#kernel/images/image-limits.rules.ts';
import type { ImageWords } from '#kernel/messages/common/refused-image.messages.ts';
import { useAskWhere } from '#ui/form/use-ask-where.ts';
import { useT } from '#ui/interface.tsx';
import { isOfKind } from '#ui/upload/file-bytes.ts';
import { Uploader } from '#ui/upload/uploader.tsx';

type ImageKind = 'cover' | 'preview';
type Where = 'now' | 'release' | undefined;

interface Uploaded {
  results: { files: { book_cover?: string[]; book_preview?: string[] }; act_idx?: number };
}

interface ImageRules {
  /** Gets a sentence about what was saved, and the act. */
  onSaved: (message: string, act: number | undefined) => void;
  /** Where they go; without it to readers at once. */
  where?: () => Promise<Where>;
  /** Puts them, by their paths, into a release. */
  into?: (paths: string[]) => Promise<unknown>;
}

/** How the cover or previews of a book are uploaded. */
export function useImageRules(bid: string, kind: ImageKind, { onSaved, where, into }: ImageRules) {
  const t = useT<BookWords & ImageWords>();
  return {
    kinds: 'JPG, PNG',
    failed: t('book.images_failed'),
    accept: ['.jpg', '.jpeg', '.png'],
    maxBytes: maxImageBytes,
    multiple: kind === 'preview',
    check: async (file: File) => ((await isOfKind(file, ['jpg', 'png'])) ? null : t('image.not_image')),
    send: async (files: readonly File[], options: UploadOptions) => {
      const goes = where ? await where() : 'now';
      if (!goes) return;
      const form = new FormData();
      for (const file of files) form.append(`book_${kind}`, file);
      const url = `/api/v1/book/${bid}/${kind}`;
      const { results } = await upload<Uploaded>(goes === 'now' ? url : `${url}?later=1`, form, options);
      if (goes === 'release') return void (await into?.(results.files[`book_${kind}`] ?? []));
      const message = kind === 'cover' ? t('book.cover_saved') : t('book.previews_saved', { count: files.length });
      onSaved(message, results.act_idx);
    },
  };
}

interface ImageUploaderProps {
  bid: string;
  kind: ImageKind;
  label: string;
  /** What is uploaded, for the question where it goes. */
  about: string;
  into: (paths: string[]) => Promise<unknown>;
}

/** Uploads the cover or previews of a book, for readers now, which refreshes the page, or into a release. */
export function ImageUploader({ bid, kind, label, about, into }: ImageUploaderProps) {
  const askWhere = useAskWhere();
  return (
    <Uploader
      label={label}
      {...useImageRules(bid, kind, { onSaved: reloadWith, where: () => askWhere(about), into })}
    />
  );
}
