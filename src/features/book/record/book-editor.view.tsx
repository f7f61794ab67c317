import { Button } from '@mantine/core';
import { useUnsaved } from '#ui/form/use-unsaved.ts';
import { useT } from '#ui/interface.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import type { BookHint, BookRecord } from '../book.contract.ts';
import type { BookWords } from '../book.messages.ts';
import { BookSteps } from './book-steps.tsx';
import styles from './editor/editor.module.css';
import { EditorGroups } from './editor/editor-groups.tsx';
import { EditorProblem } from './editor/editor-problem.tsx';
import { StaleReview } from './editor/stale-review.tsx';
import { useBookEditor } from './editor/use-book-editor.ts';
import { useSaveBook } from './editor/use-save-book.ts';
import { useSaveKeys } from './editor/use-save-keys.ts';
import { useBookSteps } from './use-book-steps.ts';

interface BookEditorProps {
  /** Null for a new book. */
  book: BookRecord | null;
  hints: BookHint[];
  formats: readonly string[];
}

const editHref = (bid: string) => `/book/update/${bid}`;

/** Every field of a book, in groups. Saving stays here, or goes on to the next book of the list. */
export default function BookEditor({ book, hints, formats }: BookEditorProps) {
  const t = useT<BookWords>();
  const steps = useBookSteps(book?.bid);
  const editor = useBookEditor(book);
  const form = useUnsaved<HTMLFormElement>(editor.dirty);
  const next = steps?.next ? editHref(steps.next) : null;
  const saving = useSaveBook({ book, editor, hints });
  useSaveKeys({ save: () => saving.save(null), saveNext: () => saving.save(next) });
  return (
    <>
      <BookSteps steps={steps} hrefOf={editHref} />
      <PageHead title={book ? `${t('book.edit')}: ${book.title}` : t('book.create')}>
        {book && (
          <Button component="a" variant="default" href={`/book/${book.bid}`}>
            {book.bid}
          </Button>
        )}
      </PageHead>
      <form
        ref={form}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          saving.save(null);
        }}
      >
        {saving.conflict && (
          <StaleReview
            key={saving.conflict.theirs.version}
            editor={editor}
            conflict={saving.conflict}
            onSave={saving.saveReviewed}
            onDiscard={saving.discard}
          />
        )}
        <EditorProblem of={saving.submission} title={book ? t('book.edit_failed') : t('book.add_failed')} form={form} />
        <EditorGroups
          editor={editor}
          isNew={book === null}
          formats={formats}
          hints={saving.hints}
          fieldError={saving.submission.fieldError}
        />
        <div className={styles.bar}>
          <Button type="submit" loading={saving.submission.pending} aria-keyshortcuts="Control+S">
            {t('common.save')}
          </Button>
          {next && (
            <Button
              variant="default"
              disabled={saving.submission.pending}
              onClick={() => saving.save(next)}
              aria-keyshortcuts="Control+Enter"
            >
              {t('book.save_next')}
            </Button>
          )}
          <small>{t('book.shortcuts')}</small>
        </div>
      </form>
    </>
  );
}
