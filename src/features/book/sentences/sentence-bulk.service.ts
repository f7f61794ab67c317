import type { Context } from '#kernel/context.ts';
import { nextBookAct } from '../book-act.store.ts';
import type { BookWords } from '../book.messages.ts';
import { findBookKeys } from '../words/word.store.ts';
import { bidsOf, readRows, type SentenceProblem, withoutRepeats } from './sentence-bulk.rules.ts';
import { insertMissingSentences, insertMissingWords } from './sentence-bulk.store.ts';
import type { SentenceRow, SentencesWritten } from './sentence.contract.ts';

/**
 * Writes rows of the 'Words and Sentences' sheet, all of them or none: missing words are made, a sentence its word has
 * already is skipped. A few statements whatever their number, one audit row, one change row.
 */
export async function importSentences(ctx: Context, rows: readonly SentenceRow[]): Promise<SentencesWritten> {
  const { sentences: read, problems } = readRows(rows, await findBookKeys(ctx.db, bidsOf(rows)));
  if (problems.length > 0) return refusal(ctx, problems);
  const wanted = withoutRepeats(read);
  const act = await nextBookAct(ctx.db);
  const words = await insertMissingWords(ctx.db, wanted);
  const sentences = await insertMissingSentences(ctx.db, act, wanted);
  if (sentences > 0) {
    ctx.audit({ entity: 'book_act', id: act, action: 'book_act.sentences_imported', after: { words, sentences } });
    ctx.changed('sentence');
  }
  return { success: true, words, sentences, skipped: rows.length - sentences };
}

// As many as somebody can work through; the message tells how many rows there are.
const namedProblems = 1000;

function refusal(ctx: Context, problems: readonly SentenceProblem[]): SentencesWritten {
  const rows = problems
    .slice(0, namedProblems)
    .map(({ row, field, key, values }) => ({ row, field, message: ctx.text(key, values) }));
  const count = new Set(problems.map((problem) => problem.row)).size;
  return { success: false, error_msg: ctx.translate<BookWords>()('book.rows_refused', { count }), rows };
}
