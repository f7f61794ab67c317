import { defineMessages } from '#kernel/messages/messages.ts';
import { advertisementWords } from './advertisement/advertisement.messages.ts';
import { editorWords } from './editor/editor.messages.ts';
import { collectionImageWords } from './images/collection-image.messages.ts';
import { listWords } from './list/list.messages.ts';
import { en } from './messages/en.ts';
import { es } from './messages/es.ts';
import { jp } from './messages/jp.ts';
import { ko } from './messages/ko.ts';
import { tr } from './messages/tr.ts';
import { recordWords } from './record/record.messages.ts';

export const collectionMessages = defineMessages({
  en: {
    ...en,
    ...listWords.en,
    ...recordWords.en,
    ...advertisementWords.en,
    ...collectionImageWords.en,
    ...editorWords.en,
  },
  es: {
    ...es,
    ...listWords.es,
    ...recordWords.es,
    ...advertisementWords.es,
    ...collectionImageWords.es,
    ...editorWords.es,
  },
  jp: {
    ...jp,
    ...listWords.jp,
    ...recordWords.jp,
    ...advertisementWords.jp,
    ...collectionImageWords.jp,
    ...editorWords.jp,
  },
  ko: {
    ...ko,
    ...listWords.ko,
    ...recordWords.ko,
    ...advertisementWords.ko,
    ...collectionImageWords.ko,
    ...editorWords.ko,
  },
  tr: {
    ...tr,
    ...listWords.tr,
    ...recordWords.tr,
    ...advertisementWords.tr,
    ...collectionImageWords.tr,
    ...editorWords.tr,
  },
});

export type CollectionWords = typeof collectionMessages.words;
