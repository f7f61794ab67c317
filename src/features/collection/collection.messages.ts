import { defineMessages } from '#kernel/i18n/messages.ts';
import { listWords } from './list/list.messages.ts';
import { en } from './messages/en.ts';
import { es } from './messages/es.ts';
import { jp } from './messages/jp.ts';
import { ko } from './messages/ko.ts';
import { tr } from './messages/tr.ts';

export const collectionMessages = defineMessages({
  en: { ...en, ...listWords.en },
  es: { ...es, ...listWords.es },
  jp: { ...jp, ...listWords.jp },
  ko: { ...ko, ...listWords.ko },
  tr: { ...tr, ...listWords.tr },
});

export type CollectionWords = typeof collectionMessages.words;
