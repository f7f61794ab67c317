import { defineMessages } from '#kernel/i18n/messages.ts';
import { editorWords } from './editor/editor.messages.ts';
import { localizeWords } from './localize/localize.messages.ts';
import { listWords } from './list/list.messages.ts';
import { en } from './messages/en.ts';
import { es } from './messages/es.ts';
import { jp } from './messages/jp.ts';
import { ko } from './messages/ko.ts';
import { tr } from './messages/tr.ts';
import { recordWords } from './record/record.messages.ts';

export const collectionMessages = defineMessages({
  en: { ...en, ...editorWords.en, ...listWords.en, ...localizeWords.en, ...recordWords.en },
  es: { ...es, ...editorWords.es, ...listWords.es, ...localizeWords.es, ...recordWords.es },
  jp: { ...jp, ...editorWords.jp, ...listWords.jp, ...localizeWords.jp, ...recordWords.jp },
  ko: { ...ko, ...editorWords.ko, ...listWords.ko, ...localizeWords.ko, ...recordWords.ko },
  tr: { ...tr, ...editorWords.tr, ...listWords.tr, ...localizeWords.tr, ...recordWords.tr },
});

export type CollectionWords = typeof collectionMessages.words;
