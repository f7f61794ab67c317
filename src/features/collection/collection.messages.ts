import { defineMessages } from '#kernel/i18n/messages.ts';
import { contentsWords } from './contents/contents.messages.ts';
import { advertisementWords } from './advertisement/advertisement.messages.ts';
import { collectionImageWords } from './images/collection-image.messages.ts';
import { listWords } from './list/list.messages.ts';
import { en } from './messages/en.ts';
import { es } from './messages/es.ts';
import { jp } from './messages/jp.ts';
import { ko } from './messages/ko.ts';
import { tr } from './messages/tr.ts';
import { recordWords } from './record/record.messages.ts';
import { versionWords } from './versions/version.messages.ts';

export const collectionMessages = defineMessages({
  en: {
    ...en,
    ...listWords.en,
    ...recordWords.en,
    ...versionWords.en,
    ...advertisementWords.en,
    ...collectionImageWords.en,
    ...contentsWords.en,
  },
  es: {
    ...es,
    ...listWords.es,
    ...recordWords.es,
    ...versionWords.es,
    ...advertisementWords.es,
    ...collectionImageWords.es,
    ...contentsWords.es,
  },
  jp: {
    ...jp,
    ...listWords.jp,
    ...recordWords.jp,
    ...versionWords.jp,
    ...advertisementWords.jp,
    ...collectionImageWords.jp,
    ...contentsWords.jp,
  },
  ko: {
    ...ko,
    ...listWords.ko,
    ...recordWords.ko,
    ...versionWords.ko,
    ...advertisementWords.ko,
    ...collectionImageWords.ko,
    ...contentsWords.ko,
  },
  tr: {
    ...tr,
    ...listWords.tr,
    ...recordWords.tr,
    ...versionWords.tr,
    ...advertisementWords.tr,
    ...collectionImageWords.tr,
    ...contentsWords.tr,
  },
});

export type CollectionWords = typeof collectionMessages.words;
