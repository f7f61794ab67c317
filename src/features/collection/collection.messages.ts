import { defineMessages } from '#kernel/i18n/messages.ts';
import { editorWords } from './editor/editor.messages.ts';
import { localizeWords } from './localize/localize.messages.ts';
import { en } from './messages/en.ts';
import { es } from './messages/es.ts';
import { jp } from './messages/jp.ts';
import { ko } from './messages/ko.ts';
import { tr } from './messages/tr.ts';

export const collectionMessages = defineMessages({
  en: { ...en, ...editorWords.en, ...localizeWords.en },
  es: { ...es, ...editorWords.es, ...localizeWords.es },
  jp: { ...jp, ...editorWords.jp, ...localizeWords.jp },
  ko: { ...ko, ...editorWords.ko, ...localizeWords.ko },
  tr: { ...tr, ...editorWords.tr, ...localizeWords.tr },
});

export type CollectionWords = typeof collectionMessages.words;
