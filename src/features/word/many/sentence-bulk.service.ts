import { touchBooks } from '#features/book/book-act.public.ts';
import type { BookWords } from '#features/book/book-words.public.ts';
import { beginAct, idsOfAct } from '#kernel/records/acts.ts';
import type { AuditEntry, Context } from '#kernel/work/context.ts';
import { bySlices } from '#kernel/work/in-turns.ts';
import type { SentenceRow, SentencesWritten } from '../words/sentence.contract.ts';
import { findBookKeys } from '../words/word.store.ts';
import { bidsOf, type ReadSentence, readRows, type SentenceProblem, withoutRepeats } from './sentence-bulk.rules.ts';
import { insertMissingSentences, insertMissingWords } from './sentence-bulk.store.ts';

/**
 * Writes rows of the 'Words and Sentences' sheet, all or nothing: missing words are created, a sentence that its word
 * already has is skipped. A few statements however many rows, one audit row, one change row; `audited` replaces parts
 * of the audit row.
 */
export async function importSentences(
  ctx: Context,
  rows: readonly SentenceRow[],
  audited: Partial<AuditEntry> = {},
): Promise<SentencesWritten> {
  return (await write(ctx, rows, audited)).written;
}

/** Adds the rows pasted into the sheet of one book; also returns the act to undo. */
export async function pasteSentences(
  ctx: Context,
  bid: string,
  rows: readonly Omit<SentenceRow, 'bid'>[],
): Promise<SentencesWritten & { act_idx?: number }> {
  const given = rows.map((row) => ({ ...row, bid }));
  const { written, act } = await write(ctx, given, {});
  return { ...written, ...(act !== null && { act_idx: act }) };
}

async function write(
  ctx: Context,
  rows: readonly SentenceRow[],
  audited: Partial<AuditEntry>,
): Promise<{ written: SentencesWritten; act: number | null }> {
  const { read, problems } = await readInTurns(rows, await findBookKeys(ctx.db, bidsOf(rows)));
  if (problems.length > 0) return { written: refusal(ctx, problems), act: null };
  const wanted = withoutRepeats(read);
  const act = await beginAct(ctx);
  const words = await insertMissingWords(ctx.db, act, wanted);
  const sentences = await insertMissingSentences(ctx.db, act, wanted);
  const skipped = rows.length - sentences;
  if (sentences > 0) {
    await touchBooks(ctx, idsOfAct(act, 'book'));
    const entry = {
      entity: 'book_act',
      id: act,
      action: 'book_act.sentences_imported',
      after: { words, sentences, skipped },
      act,
    };
    ctx.audit({ ...entry, ...audited });
    ctx.changed('sentence');
  }
  return { written: { success: true, words, sentences, skipped }, act: sentences > 0 ? act : null };
}

/** Checks the rows in slices, so that other requests are not blocked meanwhile. */
async function readInTurns(rows: readonly SentenceRow[], books: ReadonlyMap<string, number>) {
  const read: ReadSentence[] = [];
  const problems: SentenceProblem[] = [];
  await bySlices(rows, (slice, from) => {
    const part = readRows(slice, books);
    read.push(...part.sentences);
    problems.push(...part.problems.map((problem) => ({ ...problem, row: problem.row + from })));
  });
  return { read, problems };
}

// As many as a person can work through; the message gives the number of rows.
const namedProblems = 1000;

function refusal(ctx: Context, problems: readonly SentenceProblem[]): SentencesWritten {
  const rows = problems
    .slice(0, namedProblems)
    .map(({ row, field, key, values }) => ({ row, field, message: ctx.text(key, values) }));
  const count = new Set(problems.map((problem) => problem.row)).size;
  return { success: false, error_msg: ctx.translate<BookWords>()('book.rows_refused', { count }), rows };
}
