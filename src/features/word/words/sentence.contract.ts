import { z } from 'zod';
import { cleanTitle } from '#kernel/text/text-forms.rules.ts';
import { contract } from '#kernel/work/contract.ts';
import { act_idx, asMeant, idx, results, success, version } from '#kernel/work/fields.ts';
import { longList } from '#kernel/work/long-list.ts';
import { longestSentence } from './sentence.rules.ts';
import { WordBook, WordText } from './word.contract.ts';

export const SentenceText = z.string().overwrite(cleanTitle).min(1).max(longestSentence).superRefine(asMeant);
const targeted = z.enum(['Y', 'N']);
const bid = z.string().max(200);

/** A sentence as its form sends it; the file `audio` is sent along with the fields. The word is given by its id. */
export const NewSentence = z.strictObject({
  bid,
  word_idx: idx,
  word: WordText.optional(),
  sentence: SentenceText,
  mdr_targeted: targeted.default('N'),
});

/** A change of a sentence: an absent field stays as it is; bid and word only identify the sentence. */
export const SentenceChange = z.strictObject({
  bid: bid.optional(),
  word_idx: idx.optional(),
  word: WordText.optional(),
  sentence: SentenceText.optional(),
  mdr_targeted: targeted.optional(),
  version,
});
export type SentenceChange = z.output<typeof SentenceChange>;
export type NewSentence = z.output<typeof NewSentence>;

const cell = z.union([z.string(), z.number()]).nullable().optional();

/** A row of the 'Words and Sentences' sheet, checked by sentence-bulk.rules.ts. */
const SentenceRow = z.strictObject({ bid: cell, word: cell, sentence: cell, mdr_targeted: cell });
export type SentenceRow = z.output<typeof SentenceRow>;

const SentenceRows = z.strictObject({ sentences: longList(SentenceRow, { min: 1, max: 5000 }) });

const SentencesWritten = z.object({
  success: z.boolean(),
  error_msg: z.string().optional(),
  /** `row` counts from 1. */
  rows: z.array(z.object({ row: z.int(), field: z.string(), message: z.string() })).optional(),
  /** How many words and sentences were created, and how many rows already existed. */
  words: z.int().optional(),
  sentences: z.int().optional(),
  skipped: z.int().optional(),
});
export type SentencesWritten = z.output<typeof SentencesWritten>;

export const SentenceRecord = z.object({
  sent_idx: z.int(),
  word_idx: z.int(),
  bid: z.string(),
  word: z.string(),
  sentence: z.string(),
  mdr_targeted: targeted,
  /** The public address of the audio; false when there is none. */
  audio_path: z.union([z.string(), z.literal(false)]),
  /** The parameters of `DELETE /api/v1/file`, and the file's size and duration: bytes and milliseconds. */
  files: z.array(
    z.object({
      target_ctl: z.literal('sentence'),
      target_id: z.int(),
      type: z.literal('audio'),
      path: z.string(),
      size: z.int(),
      ms: z.int(),
    }),
  ),
  version: z.int(),
});
export type SentenceRecord = z.output<typeof SentenceRecord>;

const SavedSentence = SentenceRecord.extend({ act_idx });
export type SavedSentence = z.output<typeof SavedSentence>;

export const SentenceParams = z.object({ sent_idx: idx });

export const sentenceApi = contract({
  'GET /api/v1/sentence': {
    summary: 'The sentences of a word',
    query: z.object({ word_idx: idx }),
    response: results(z.array(SentenceRecord)),
  },
  'POST /api/v1/sentence': {
    summary: 'Add one sentence from a form with an `audio` file, or many from sheet rows',
    files: { audio: 'optional' },
    fields: NewSentence,
    triable: true,
    body: z.union([NewSentence, SentenceRows]).nullable(),
    bodyLimit: 16 << 20,
    bodyValues: 300_000,
    response: results(z.union([SavedSentence, SentencesWritten])),
  },
  'POST /api/v1/book/:bid/sentence': {
    summary: 'Add rows of words and sentences to one book, all or nothing, in an act that can be undone',
    params: WordBook,
    body: z.strictObject({ sentences: longList(SentenceRow.omit({ bid: true }), { min: 1, max: 5000 }) }),
    bodyLimit: 16 << 20,
    bodyValues: 300_000,
    response: results(SentencesWritten.extend({ act_idx: z.int().optional() })),
  },
  'POST /api/v1/sentence/:sent_idx': {
    summary: 'Update a sentence; an `audio` file replaces the current one',
    files: { audio: 'optional' },
    fields: SentenceChange,
    params: SentenceParams,
    triable: true,
    body: SentenceChange.nullable(),
    response: results(SavedSentence),
  },
  'DELETE /api/v1/sentence/:sent_idx': {
    summary: 'Delete a sentence and its audio',
    params: SentenceParams,
    response: results(success),
  },
});
