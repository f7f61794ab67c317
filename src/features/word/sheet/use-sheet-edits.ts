import type { BookWords } from '#features/book/book-words.public.ts';
import { useT } from '#ui/interface.tsx';
import type { CellEdit } from '#ui/table/column.ts';
import { type RowWord, type WordRow, withSentence, withWord } from '../list/word-rows.rules.ts';
import type { SentenceRecord } from '../words/sentence.contract.ts';
import { longestSentence } from '../words/sentence.rules.ts';
import { longestWord, readableWord } from '../words/word.rules.ts';
import type { SheetActs } from './use-sheet-acts.ts';
import type { SheetColumn } from './word-sheet-row.tsx';

/** How the cells of a row are edited in place; the sentence of a word that has none is added. */
export function useSheetEdits(
  rows: readonly WordRow[],
  acts: SheetActs,
  show: (next: (now: WordRow[]) => WordRow[]) => void,
): Record<SheetColumn, CellEdit<WordRow>> {
  const t = useT<BookWords>();
  const { addAgain } = acts;
  const sentencesOf = ({ word_idx }: RowWord) =>
    rows.flatMap(({ word, sentence }) => (sentence && word.word_idx === word_idx ? [sentence] : []));
  const lostOf = (sentences: readonly (SentenceRecord | null)[]) =>
    sentences.some((one) => one && one.audio_path !== false) ? t('book.sentence_again_lost') : undefined;
  return {
    word: {
      field: 'word',
      max: longestWord,
      failed: t('book.word_rename_failed'),
      text: ({ word }) => readableWord(word.word),
      save: ({ word }, text, over = word.version) => acts.rename(word, text, over),
      ...(addAgain && {
        again: {
          create: ({ word }, text) => addAgain(text, sentencesOf(word)),
          lost: ({ word }) => lostOf(sentencesOf(word)),
        },
      }),
      take: ({ word }, text, version) => show((now) => withWord(now, { ...word, word: text, version })),
    },
    sentence: {
      field: 'sentence',
      max: longestSentence,
      failed: t('book.sentence_edit_failed'),
      text: ({ sentence }) => sentence?.sentence ?? '',
      save: async ({ word, sentence }, text, over) => {
        if (sentence) await acts.rewrite(sentence, text, over ?? sentence.version);
        else await acts.add({ word: word.word, sentence: text, targeted: false, audio: null });
      },
      ...(addAgain && {
        again: {
          create: ({ word, sentence }, text) =>
            addAgain(word.word, [{ mdr_targeted: sentence?.mdr_targeted ?? 'N', sentence: text }]),
          lost: ({ sentence }) => lostOf([sentence]),
        },
      }),
      take: ({ sentence }, text, version) =>
        sentence && show((now) => withSentence(now, { ...sentence, sentence: text, version })),
    },
  };
}
