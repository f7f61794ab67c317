import { defineMessages } from '#kernel/i18n/messages.ts';
import { listWords } from './list/list.messages.ts';
import { en } from './messages/en.ts';
import { es } from './messages/es.ts';
import { jp } from './messages/jp.ts';
import { ko } from './messages/ko.ts';
import { tr } from './messages/tr.ts';
import { recordWords } from './record/record.messages.ts';

export const collectionMessages = defineMessages({
  en: { ...en, ...listWords.en, ...recordWords.en },
  es: { ...es, ...listWords.es, ...recordWords.es },
  jp: { ...jp, ...listWords.jp, ...recordWords.jp },
  ko: { ...ko, ...listWords.ko, ...recordWords.ko },
  tr: { ...tr, ...listWords.tr, ...recordWords.tr },
});

export type CollectionWords = typeof collectionMessages.words;
