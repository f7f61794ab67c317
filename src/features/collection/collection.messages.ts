import { defineMessages } from '#kernel/i18n/messages.ts';
import { contentsWords } from './contents/contents.messages.ts';
import { listWords } from './list/list.messages.ts';
import { en } from './messages/en.ts';
import { es } from './messages/es.ts';
import { jp } from './messages/jp.ts';
import { ko } from './messages/ko.ts';
import { tr } from './messages/tr.ts';

export const collectionMessages = defineMessages({
  en: { ...en, ...listWords.en, ...contentsWords.en },
  es: { ...es, ...listWords.es, ...contentsWords.es },
  jp: { ...jp, ...listWords.jp, ...contentsWords.jp },
  ko: { ...ko, ...listWords.ko, ...contentsWords.ko },
  tr: { ...tr, ...listWords.tr, ...contentsWords.tr },
});

export type CollectionWords = typeof collectionMessages.words;
