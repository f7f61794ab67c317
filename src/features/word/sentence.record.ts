import type { RecordDeclaration } from '#kernel/records/records.ts';
import { requireStored } from '#kernel/storage/set-aside.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { putAudioBack } from './audio/audio.ts';
import { SentenceChange } from './words/sentence.contract.ts';
import { changeSentence, removeSentence, restoreSentence, takeAudio } from './words/sentence.service.ts';
import { sentenceLosses } from './words/word-losses.read.ts';

export const sentenceRecord = (storage: Storage): RecordDeclaration => ({
  kind: 'sentence',
  label: 'book.sentence_kind',
  href: (id) => `/book/word/sentence/update?sent_idx=${id}`,
  titles: { table: 'sentence', key: 'sent_idx', title: 'sentence' },
  actions: { sentences_imported: 'audit.verb.imported', audio_changed: 'book.audio_imported' },
  values: { audio: { '*': 'audit.value_file' } },
  losses: sentenceLosses,
  existence: {
    remove: (ctx, id) => removeSentence(ctx, storage, Number(id)),
    insert: (ctx, id, of) => restoreSentence(ctx, storage, Number(id), of),
  },
  restore: {
    fields: ['sentence', 'mdr_targeted', 'audio'],
    require: async (_, { audio }) => {
      if (typeof audio === 'string') await requireStored(storage, [audio]);
    },
    write: async (ctx, id, { audio, ...values }) => {
      if (audio === null) await takeAudio(ctx, storage, Number(id));
      const back = typeof audio === 'string' ? await putAudioBack(ctx, storage, audio) : null;
      if (back || Object.keys(values).length > 0)
        await changeSentence(ctx, storage, Number(id), SentenceChange.parse(values), back);
    },
  },
  fields: {
    word: 'book.word_kind',
    sentence: 'book.sentence_kind',
    mdr_targeted: 'book.sentence_targeted',
    audio: 'book.sentence_audio',
  },
});
