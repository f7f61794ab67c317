import { useRef, useState } from 'react';
import { client } from '#client/api.ts';
import { confirm, leaveWith, notify } from '#client/dialogs.ts';
import { withPageLanguage } from '#client/language.ts';
import { goTo } from '#client/office-path.ts';
import { type RecordForm, useRecordForm } from '#ui/form/use-record-form.ts';
import { useT } from '#ui/interface.tsx';
import type { BookWords } from '../book.messages.ts';
import type { StartValues } from '../fields/book-fields.rules.ts';
import type { BookHint, BookRecord, bookApi, bookReadApi } from '../record/book.contract.ts';
import { bodyOf, type EditorValues, lacksMobile, lacksRequired, newBodyOf, valuesOf } from './book-values.rules.ts';

const call = client<typeof bookApi & typeof bookReadApi>();

interface BookForm {
  record: RecordForm<EditorValues>;
  /** What to check in the book as last saved. */
  hints: BookHint[];
  /** Saves, then goes to this address or stays. */
  save: (next: string | null) => void;
}

const storedOf = (book: BookRecord | null, start?: StartValues) => ({
  values: { ...valuesOf(book), ...start },
  version: book?.version,
});

/** The form of a book: asks about mobile, saves what changed, and goes on to the next book or stays. */
export function useBookForm(book: BookRecord | null, start: StartValues | undefined, loaded: BookHint[]): BookForm {
  const t = useT<BookWords>();
  const [hints, setHints] = useState(loaded);
  const next = useRef<string | null>(null);
  const consent = useMobileConsent();

  const record = useRecordForm({
    initial: storedOf(book, start),
    draft: `book/${book?.bid ?? ''}`,
    record: book ? { kind: 'book', id: book.bid } : undefined,
    save: async ({ values, changed, version }) => {
      if (!(await consent.given(values))) return undefined;
      const { results } = book
        ? await call('PUT /api/v1/book/:bid', {
            params: { bid: book.bid },
            body: { ...bodyOf(values, changed), version },
          })
        : await call('POST /api/v1/book/:bid', { params: { bid: values.bid.trim() }, body: newBodyOf(values) });
      return results;
    },
    onSaved: ({ bid, warnings, act_idx }, merged) => {
      consent.forget();
      setHints(warnings);
      if (!book) return leaveWith(t('BOOK-29'), `/book/${bid}`, act_idx);
      const message = merged ? t('form.merged', { name: merged }) : t('BOOK-30');
      if (next.current) leaveWith(message, next.current, act_idx);
      else void notify({ message, undo: act_idx });
    },
    onUnchanged: () => {
      if (next.current) goTo(withPageLanguage(next.current));
      else void notify({ message: t('form.unchanged') });
    },
    again: book
      ? {
          lost: t('book.again_lost'),
          create: async (values) => {
            const params = { bid: book.bid };
            return (await call('POST /api/v1/book/:bid', { params, body: newBodyOf(values) })).results;
          },
          onCreated: ({ act_idx }) => leaveWith(t('BOOK-29'), `/book/${book.bid}`, act_idx),
        }
      : undefined,
    load: async () => {
      const { results } = await call('GET /api/v1/book', { query: { bid: book?.bid ?? '' } });
      return storedOf(results[0] ?? null);
    },
  });
  return {
    record,
    hints,
    save: (href) => {
      next.current = href;
      record.submission.submit();
    },
  };
}

/**
 * Asks for consent to a book without mobile at each save that could otherwise succeed. A save that is repeated, after a
 * conflict for example, is not asked about twice.
 */
function useMobileConsent(): { given: (values: EditorValues) => Promise<boolean>; forget: () => void } {
  const t = useT<BookWords>();
  const isGiven = useRef(false);
  return {
    given: async (values) => {
      if (isGiven.current || !lacksMobile(values) || lacksRequired(values)) return true;
      const title = t('book.field_content_zip_url');
      isGiven.current = await confirm({ title, body: t('BOOK-76'), agree: t('book.proceed') });
      return isGiven.current;
    },
    forget: () => {
      isGiven.current = false;
    },
  };
}
