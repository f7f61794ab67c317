import { ConflictReview } from '#ui/form/conflict-review.tsx';
import editor from '#ui/form/editor.module.css';
import { FieldMarks } from '#ui/form/field-marks.tsx';
import { RecordProblem } from '#ui/form/record-problem.tsx';
import { SaveBar } from '#ui/form/save-bar.tsx';
import { useSaveKeys } from '#ui/form/use-save-keys.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { useRecordSteps } from '#ui/page/record-steps.ts';
import { RecordBar } from '#ui/record/record-bar.tsx';
import type { BookWords } from '../book.messages.ts';
import { bookFields, isReference, referenceColumns, type StartValues } from '../fields/book-fields.rules.ts';
import type { BookHint, BookRecord } from '../record/book.contract.ts';
import { bookList } from '../record/book-tabs.rules.ts';
import { bodyOf, shownValue } from './book-values.rules.ts';
import { EditorGroups } from './editor-groups.tsx';
import { useBookForm } from './use-book-form.ts';

interface BookEditorProps {
  /** Null for a new book. */
  book: BookRecord | null;
  /** What is known of a new book. */
  start?: StartValues;
  hints: BookHint[];
  formats: readonly string[];
}

const editHref = (bid: string) => `/book/update/${bid}`;

/** Every field of a book, in groups. Saving stays here, or goes on to the next book of the list. */
export default function BookEditor({ book, start, hints: loaded, formats }: BookEditorProps) {
  const t = useT<BookWords>();
  const steps = useRecordSteps(bookList, book?.bid);
  const { record, hints, save } = useBookForm(book, start, loaded);
  const { ref, submission } = record;
  const next = steps?.next ? editHref(steps.next) : null;
  useSaveKeys({ save: () => save(null), saveNext: () => save(next) });
  const fields = bookFields.map(({ name, label }) => ({
    name: isReference(name) ? referenceColumns[name] : name,
    label: t(label),
  }));
  const labelOf = (name: string) => fields.find((field) => field.name === name)?.label ?? name;
  const crumbs = [
    { label: t('book.heading'), href: '/book' },
    ...(book ? [{ label: book.title, href: `/book/${book.bid}` }] : []),
  ];
  return (
    <>
      <RecordBar crumbs={crumbs} steps={steps} hrefOf={editHref} />
      <PageHead title={book ? `${t('book.edit')}: ${book.title}` : t('book.create')} />
      <form
        ref={ref}
        className={editor.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save(null);
        }}
      >
        <ConflictReview of={record} labelOf={labelOf} textOf={shownValue} />
        <RecordProblem
          of={submission}
          title={book ? t('book.edit_failed') : t('book.add_failed')}
          fields={fields}
          form={ref}
        />
        <FieldMarks of={book && { kind: 'book', id: book.bid }}>
          <EditorGroups of={record} isNew={book === null} formats={formats} hints={hints} />
        </FieldMarks>
        <SaveBar
          of={record}
          labelOf={labelOf}
          help={next && t('book.shortcuts')}
          toStage={
            book
              ? ({ form: { values }, changed, version }) => ({
                  kind: 'book',
                  id: book.bid,
                  title: book.title,
                  values: bodyOf(values, changed),
                  version,
                })
              : undefined
          }
        >
          {next && (
            <Button disabled={submission.pending} onClick={() => save(next)} aria-keyshortcuts="Control+Enter">
              {t('book.save_next')}
            </Button>
          )}
        </SaveBar>
      </form>
    </>
  );
}
