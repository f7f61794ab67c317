import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError, client } from '#client/api.ts';
import { confirm, leaveWith, notify } from '#client/dialogs.ts';
import { useT } from '#ui/interface.tsx';
import { type Submission, useSubmit } from '#ui/use-submit.ts';
import type { BookHint, BookRecord, bookApi } from '../book.contract.ts';
import type { BookWords } from '../book.messages.ts';
import { bodyOf, type EditorTitles, type EditorValues, lacksMobile, titlesOf, valuesOf } from './book-values.rules.ts';
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

/** Saves the editor's book: asks about mobile, keeps what was typed when it fails, and meets other people's saves. */
export function useSaveBook({ book, editor, hints: loadedHints }: SaveBook): Saving {
  const t = useT<BookWords>();
  const [hints, setHints] = useState(loadedHints);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const next = useRef<string | null>(null);
  // The values to send: those of the screen, or those a review has just settled.
  const request = useRef<{ values: EditorValues; base: EditorValues; version: number | undefined } | null>(null);
  const proceeded = useRef(false);

  const send = async ({ values, base, version }: NonNullable<typeof request.current>) => {
    const bid = book?.bid ?? values.bid.trim();
    const body = bodyOf(values, base);
    if (book) return call('PUT /api/v1/book/:bid', { params: { bid }, body: { ...body, version } });
    return call('POST /api/v1/book/:bid', { params: { bid }, body });
  };

  const submission = useSubmit(async () => {
    const wanted = request.current ?? { values: editor.values, base: editor.base, version: editor.version };
    if (lacksMobile(wanted.values) && !proceeded.current) {
      const title = t('book.field_content_zip_url');
      proceeded.current = await confirm({ title, body: t('BOOK-76'), agree: t('book.proceed') });
      if (!proceeded.current) return;
    }
    try {
      const { results } = await send(wanted);
      // At once, so that leaving finds nothing unsaved.
      flushSync(() => {
        editor.saved(results.version);
        setHints(results.warnings);
        setConflict(null);
      });
      request.current = null;
      arrive(results.bid);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'error.stale' || !book) throw error;
      setConflict(await meet(book.bid, error));
    }
  });

  const arrive = (bid: string) => {
    if (next.current) leaveWith(t('BOOK-30'), next.current);
    else if (book) void notify({ message: t('BOOK-30') });
    else leaveWith(t('BOOK-29'), `/book/${bid}`);
  };

  return {
    submission,
    hints,
    conflict,
    save: (href) => {
      next.current = href;
      request.current = null;
      submission.submit();
    },
    saveReviewed: (values, titles) => {
      if (!conflict) return;
      editor.rebase(conflict.theirs, values, titles);
      request.current = { values, base: valuesOf(conflict.theirs), version: conflict.theirs.version };
      submission.submit();
    },
    discard: () => {
      if (!conflict) return;
      editor.rebase(conflict.theirs, valuesOf(conflict.theirs), titlesOf(conflict.theirs));
      setConflict(null);
    },
  };
}

/** Who saved, when, and what the book is now. */
async function meet(bid: string, { details }: ApiError): Promise<Conflict> {
  const { results } = await call('GET /api/v1/book', { query: { bid } });
  const [theirs] = results;
  if (!theirs) throw new Error(bid);
  return { theirs, name: String(details.name), at: Number(details.at) };
}
