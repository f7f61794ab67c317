import { z } from 'zod';
import { contract } from '#kernel/work/contract.ts';
import { act_idx, asMeant, idx, results, Seen, success, version } from '#kernel/work/fields.ts';
import { longestWord, normalizeWord, plainWord } from './word.rules.ts';

/** A word as received, normalized to its stored form. */
export const WordText = z
  .string()
  .transform(normalizeWord)
  .pipe(
    z.string().min(1, 'book.word_rule').max(longestWord).regex(plainWord, 'invalid.characters').superRefine(asMeant),
  );

export const WordBook = z.object({ bid: z.string().max(200) });
export const WordParams = WordBook.extend({ word_idx: idx });

const UploadedAudio = z.object({ audio_path: z.string(), size: z.int(), ms: z.int() });
export type UploadedAudio = z.output<typeof UploadedAudio>;

export const wordApi = contract({
  'POST /api/v1/book/:bid/word': {
    summary: 'Add a word to a book; returns its id',
    form: true,
    params: WordBook,
    body: z.strictObject({ word: WordText }),
    response: results(z.object({ word_idx: z.int(), word: z.string(), act_idx })),
  },
  'PUT /api/v1/book/:bid/word/:word_idx': {
    summary: 'Rename a word of a book; its sentences stay',
    params: WordParams,
    body: z.strictObject({ word: WordText, version }),
    response: results(z.object({ word_idx: z.int(), word: z.string(), version: z.int(), act_idx })),
  },
  'DELETE /api/v1/book/:bid/word/:word_idx': {
    summary: 'Delete a word of a book, its sentences and their audio',
    params: WordParams,
    query: Seen,
    response: results(success),
  },
  'POST /api/v1/book/:bid/audio': {
    summary: 'Upload audio for a sentence that a release changes; no sentence has it before that',
    params: WordBook,
    files: { audio: 'one' },
    response: results(UploadedAudio),
  },
});
