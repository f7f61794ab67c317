import type { RecordDeclaration } from '#kernel/records/records.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { sentenceLosses } from '../words/word-losses.read.ts';
import { SentenceChange } from './sentence.contract.ts';
import { changeSentence } from './sentence.service.ts';

export const sentenceRecord = (storage: Storage): RecordDeclaration => ({
  kind: 'sentence',
  label: 'book.sentence_kind',
  href: (id) => `/book/word/sentence/update?sent_idx=${id}`,
  titles: { table: 'sentence', key: 'sent_idx', title: 'sentence' },
  actions: { sentences_imported: 'audit.verb.imported', audio_changed: 'book.audio_imported' },
  values: { audio: { '*': 'audit.value_file' } },
  losses: sentenceLosses,
  restore: {
    fields: ['sentence', 'mdr_targeted'],
    write: (ctx, id, values) => changeSentence(ctx, storage, Number(id), SentenceChange.parse(values), null),
  },
  fields: {
    word: 'book.word_kind',
    sentence: 'book.sentence_kind',
    mdr_targeted: 'book.sentence_targeted',
    audio: 'book.sentence_audio',
  },
});
