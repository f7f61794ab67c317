import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError, client } from '#client/api.ts';
import { confirm, leaveWith, notify } from '#client/dialogs.ts';
import { type Submission, useSubmit } from '#ui/form/use-submit.ts';
import { useT } from '#ui/interface.tsx';
import type { BookHint, BookRecord, bookApi } from '../../book.contract.ts';
import type { BookWords } from '../../book.messages.ts';
import {
  bodyOf,
  type EditorTitles,
  type EditorValues,
  lacksMobile,
  lacksRequired,
  titlesOf,
  valuesOf,
} from './book-values.rules.ts';
import type { BookEditorState } from './use-book-editor.ts';

const call = client<typeof bookApi>();

/** What somebody else saved while this book was being edited: who, when (seconds), and the book as it is now. */
export interface Conflict {
  name: string;
  at: number;
  theirs: BookRecord;
}

export interface Saving {
  /** Saves; then goes to this address, or stays. */
  save: (next: string | null) => void;
  submission: Submission;
  /** What is worth a look in the book as it was saved last. */
  hints: BookHint[];
  conflict: Conflict | null;
  /** Saves what was chosen in the review over the newer version. */
  saveReviewed: (values: EditorValues, titles: EditorTitles) => void;
  /** Takes the newer version, and forgets what was typed. */
  discard: () => void;
}

interface SaveBook {
  book: BookRecord | null;
  editor: BookEditorState;
  hints: BookHint[];
}

/** What is sent, and over what. */
type Draft = Pick<BookEditorState, 'values' | 'base' | 'version'>;

/** Saves the editor's book: asks about mobile, keeps what was typed when it fails, and meets other people's saves. */
export function useSaveBook({ book, editor, hints: loaded }: SaveBook): Saving {
  const [hints, setHints] = useState(loaded);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const agreed = useMobileConsent();
  const arrive = useArrival(book);
  const next = useRef<string | null>(null);
  // What a review has just settled; otherwise the screen is sent as it stands.
  const reviewed = useRef<Draft | null>(null);

  const submission = useSubmit(async () => {
    const draft = reviewed.current ?? editor;
    if (!(await agreed(draft.values))) return;
    try {
      const { results } = await send(book, draft);
      // At once, so that leaving finds nothing unsaved.
      flushSync(() => {
        editor.saved(results.version, draft.values);
        setHints(results.warnings);
        setConflict(null);
      });
      reviewed.current = null;
      arrive(results.bid, next.current);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'error.stale' || !book) throw error;
      setConflict(await loadConflict(book.bid, error));
    }
  });

  return {
    submission,
    hints,
    conflict,
    save: (href) => {
      next.current = href;
      reviewed.current = null;
      submission.submit();
    },
    saveReviewed: (values, titles) => {
      if (!conflict) return;
      const { theirs } = conflict;
      editor.rebase(theirs, values, titles);
      reviewed.current = { values, base: valuesOf(theirs), version: theirs.version };
      submission.submit();
    },
    discard: () => {
      if (!conflict) return;
      editor.rebase(conflict.theirs, valuesOf(conflict.theirs), titlesOf(conflict.theirs));
      setConflict(null);
    },
  };
}

function send(book: BookRecord | null, { values, base, version }: Draft) {
  const body = bodyOf(values, base);
  if (book) return call('PUT /api/v1/book/:bid', { params: { bid: book.bid }, body: { ...body, version } });
  return call('POST /api/v1/book/:bid', { params: { bid: values.bid.trim() }, body });
}

/**
 * Asks whether a book may do without mobile. Who agreed once is not asked again, and nobody is before the book can be
 * saved at all.
 */
function useMobileConsent(): (values: EditorValues) => Promise<boolean> {
  const t = useT<BookWords>();
  const given = useRef(false);
  return async (values) => {
    if (given.current || !lacksMobile(values) || lacksRequired(values)) return true;
    const title = t('book.field_content_zip_url');
    given.current = await confirm({ title, body: t('BOOK-76'), agree: t('book.proceed') });
    return given.current;
  };
}

/** Says that a save is done, and goes on: to the next book, to the new one, or nowhere. */
function useArrival(book: BookRecord | null): (bid: string, next: string | null) => void {
  const t = useT<BookWords>();
  return (bid, next) => {
    if (!book) leaveWith(t('BOOK-29'), `/book/${bid}`);
    else if (next) leaveWith(t('BOOK-30'), next);
    else void notify({ message: t('BOOK-30') });
  };
}

/** Who saved, when, and what the book is now. */
async function loadConflict(bid: string, { details }: ApiError): Promise<Conflict> {
  const { results } = await call('GET /api/v1/book', { query: { bid } });
  const [theirs] = results;
  if (!theirs) throw new Error(bid);
  return { theirs, name: String(details.name), at: Number(details.at) };
}
