import type { BookWords } from '#features/book/book-words.public.ts';
import type { ContentKind } from '#features/content/content.public.ts';
import { useContentRules } from '#features/content/content-uploader.public.tsx';
import { useT } from '#ui/interface.tsx';
import { Uploader } from '#ui/upload/uploader.tsx';
import { ChooseFiles, GapLink, type GapProps, GapRow } from './gap-row.tsx';

/** A missing content file, or an EPUB with errors: dropped on the row, or chosen. */
export function ContentGap({ book, requirement, kinds, onMended }: GapProps & { kinds: readonly ContentKind[] }) {
  const t = useT<BookWords>();
  const { bid, version } = book;
  const rules = useContentRules({ bid, version, kinds }, onMended);
  const label = t(kinds.length > 1 ? 'book.mend_content' : 'book.content_choose_epub');
  return (
    <li>
      <Uploader
        {...rules}
        label={label}
        renderChooser={(files) => (
          <GapRow requirement={requirement} onFiles={files.disabled ? undefined : files.onFiles}>
            <GapLink link={requirement.link} />
            <ChooseFiles label={label} {...files} />
          </GapRow>
        )}
      />
    </li>
  );
}
