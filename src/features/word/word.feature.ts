import type { Feature } from '#kernel/mount/feature.ts';
import { unownedIn } from '#kernel/storage/unowned-files.ts';
import { wordsChanges } from './list/word.changes.ts';
import { sentenceRecord } from './sentence.record.ts';
import { sentenceRoutes } from './sentence.routes.ts';
import { audioFiles } from './word.checks.ts';
import { audioSilent, wordMissing, wordTwice } from './word.faults.ts';
import { wordRecord } from './word.record.ts';
import { wordRoutes } from './word.routes.ts';

/** The words of books with their sentences and audio. */
export const word: Feature = {
  name: 'word',
  wordsOf: 'book',
  constraints: {
    word__bidx_fkey: { status: 404, key: 'book.not_found' },
    word__bidx_word_key: { status: 409, key: 'book.word_rule', field: 'word' },
    sentence__word_idx_fkey: { status: 404, key: 'book.word_not_found' },
    sentence__word_idx_sentence_key: { status: 409, key: 'book.sentence_taken', field: 'sentence' },
  },
  effects: ['sentence_act_row'],
  fileChecks: audioFiles,
  exported: { tables: ['kept_audio', 'sentence', 'sentence_act_row', 'word'] },
  register(kernel) {
    wordRoutes(kernel);
    kernel.files.addUnowned(unownedIn('kept_audio', 'audio_key', 'unused_since'));
    sentenceRoutes(kernel);
    kernel.faults.add(wordMissing, wordTwice, audioSilent);
    kernel.changeSets.define(wordsChanges(kernel.storage));
    kernel.records.define(wordRecord(kernel.storage), sentenceRecord(kernel.storage));
  },
};
