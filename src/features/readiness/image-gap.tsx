import type { BookWords } from '#features/book/book-words.public.ts';
import { useImageRules } from '#features/image/image-uploader.public.tsx';
import { useT } from '#ui/interface.tsx';
import { Uploader } from '#ui/upload/uploader.tsx';
import { ChooseFiles, type GapProps, GapRow } from './gap-row.tsx';

/** A missing cover, or missing previews: dropped on the row, or chosen. */
export function ImageGap({ book, requirement, kind, onMended }: GapProps & { kind: 'cover' | 'preview' }) {
  const t = useT<BookWords>();
  const rules = useImageRules(book.bid, kind, (message, act) => void onMended(message, act));
  const label = t(kind === 'cover' ? 'book.cover_choose' : 'book.previews_choose');
  return (
    <li>
      <Uploader
        {...rules}
        label={label}
        renderChooser={(files) => (
          <GapRow requirement={requirement} onFiles={files.disabled ? undefined : files.onFiles}>
            <ChooseFiles label={label} {...files} />
          </GapRow>
        )}
      />
    </li>
  );
}
