import { defineMessages } from '#kernel/messages/messages.ts';
import { advertisementWords } from './advertisement/advertisement.messages.ts';
import { contentsWords } from './contents/contents.messages.ts';
import { editorWords } from './editor/editor.messages.ts';
import { collectionImageWords } from './images/collection-image.messages.ts';
import { listWords } from './list/list.messages.ts';
import { deskWords } from './localize/desk.messages.ts';
import { localizeWords } from './localize/localize.messages.ts';
import { en } from './messages/en.ts';
import { es } from './messages/es.ts';
import { jp } from './messages/jp.ts';
import { ko } from './messages/ko.ts';
import { tr } from './messages/tr.ts';
import { recordWords } from './record/record.messages.ts';
import { comparisonWords } from './versions/comparison.messages.ts';
import { versionWords } from './versions/version.messages.ts';

export const collectionMessages = defineMessages({
  en: {
    ...en,
    ...listWords.en,
    ...recordWords.en,
    ...versionWords.en,
    ...comparisonWords.en,
    ...advertisementWords.en,
    ...collectionImageWords.en,
    ...editorWords.en,
    ...localizeWords.en,
    ...deskWords.en,
    ...contentsWords.en,
  },
  es: {
    ...es,
    ...listWords.es,
    ...recordWords.es,
    ...versionWords.es,
    ...comparisonWords.es,
    ...advertisementWords.es,
    ...collectionImageWords.es,
    ...editorWords.es,
    ...localizeWords.es,
    ...deskWords.es,
    ...contentsWords.es,
  },
  jp: {
    ...jp,
    ...listWords.jp,
    ...recordWords.jp,
    ...versionWords.jp,
    ...comparisonWords.jp,
    ...advertisementWords.jp,
    ...collectionImageWords.jp,
    ...editorWords.jp,
    ...localizeWords.jp,
    ...deskWords.jp,
    ...contentsWords.jp,
  },
  ko: {
    ...ko,
    ...listWords.ko,
    ...recordWords.ko,
    ...versionWords.ko,
    ...comparisonWords.ko,
    ...advertisementWords.ko,
    ...collectionImageWords.ko,
    ...editorWords.ko,
    ...localizeWords.ko,
    ...deskWords.ko,
    ...contentsWords.ko,
  },
  tr: {
    ...tr,
    ...listWords.tr,
    ...recordWords.tr,
    ...versionWords.tr,
    ...comparisonWords.tr,
    ...advertisementWords.tr,
    ...collectionImageWords.tr,
    ...editorWords.tr,
    ...localizeWords.tr,
    ...deskWords.tr,
    ...contentsWords.tr,
  },
});

export type CollectionWords = typeof collectionMessages.words;
